"""What Frame Time literals mean, against the literals of real files and 35 rates written out."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bvhlint.document.rate import (
    Rate,
    decimals_of,
    drift,
    frame_time_text,
    parse_rate,
    rate_of,
    same_rate,
    significant_digits,
)

NTSC = {base: Fraction(1000 * base, 1001) for base in (24, 30, 48, 60, 72, 90, 120, 240)}

# The rate that each literal of the real files means.
REAL = {
    Fraction(30): [
        "0.0333333",
        "0.033333",
        "0.03333333333333333",
        "0.03333333",
        "0.033333333",
        "0.033333333333",
        ".03333",
    ],
    Fraction(24): ["0.041667", "0.0416667"],
    Fraction(120): [".0083333", "0.008333", "0.00833333"],
    Fraction(60): ["0.016667", "0.0166667", "0.016666666666666666", "0.01666667"],
    Fraction(2): ["0.500000"],
    Fraction(25): ["0.04000000", "0.040000", "0.04"],
    Fraction(100): ["0.01", "0.010000"],
    Fraction(10): ["0.1000000", "0.10000000", "0.100000"],
    Fraction(15): ["0.066667"],
    Fraction(20): ["0.050000"],
    Fraction(40): ["0.025000"],
    Fraction(50): ["0.02"],
    Fraction(72): ["0.013889", "0.013888888888888888"],
    Fraction(125): ["0.008"],
    Fraction(1): ["1", "1.0", "1.00000000"],
    NTSC[120]: ["0.008342"],
    NTSC[60]: ["0.016683"],
    NTSC[24]: ["0.0417083750417"],
    NTSC[30]: ["0.0333667"],
    Fraction(1048): ["0.0009541984732824427"],
}
UNSNAPPED = {
    "0.032": 31.25,
    "0.018752": 53.32764505,
    "0.01875222": 53.32701941,
    "0.02127226": 47.00957961,
    "0.03": 33.33333333,
    "0.033": 30.30303030,
    "0.3": 3.33333333,
    "0.0033": 303.03030303,
}
WHOLE = [24, 25, 30, 40, 48, 50, 60, 72, 75, 80, 90, 96, 100, 120, 125, 144, 150, 160, 180, 200]
WHOLE += [240, 250, 300, 360, 480, 500, 600, 960, 1000]
RATES = [Fraction(rate) for rate in WHOLE] + list(NTSC.values())
# The spellings that six decimals are too few for.
TOO_SHORT = {(Fraction(rate), f"{1 / rate:.6f}") for rate in (480, 600, 960)}


@pytest.mark.parametrize(
    ("literal", "rate"), [(literal, rate) for rate, all_ in REAL.items() for literal in all_]
)
def test_real_literals_stand_for_their_rate(literal: str, rate: Fraction) -> None:
    assert rate_of(literal) == Rate(float(rate), rate)


@pytest.mark.parametrize(("literal", "fps"), UNSNAPPED.items())
def test_literals_that_mean_no_whole_rate_stand_for_themselves(literal: str, fps: float) -> None:
    rate = rate_of(literal)
    assert rate is not None
    assert rate.exact is None
    assert rate.fps == pytest.approx(fps, rel=1e-8)


def spellings(rate: Fraction) -> list[str]:
    time = float(1 / rate)
    return [f"{time:.6f}", f"{time:.7f}", f"{time:.8f}", f"{time:.6g}", repr(time)]


@pytest.mark.parametrize("rate", RATES, ids=str)
def test_no_spelling_of_a_rate_snaps_to_another(rate: Fraction) -> None:
    for literal in spellings(rate):
        found = rate_of(literal)
        assert found is not None
        expected = None if (rate, literal) in TOO_SHORT else rate
        assert found.exact == expected, literal


@pytest.mark.parametrize("rate", RATES, ids=str)
@pytest.mark.parametrize("decimals", [3, 7, 10])
def test_the_text_written_means_exactly_its_rate(rate: Fraction, decimals: int) -> None:
    text = frame_time_text(Rate.of(rate), decimals)
    found = rate_of(text)
    assert found is not None
    assert found.exact == rate
    assert len(text.partition(".")[2]) >= max(7, decimals)


def test_the_text_written() -> None:
    assert frame_time_text(Rate.of(Fraction(120))) == "0.0083333"
    assert frame_time_text(Rate.of(Fraction(30)), 9) == "0.033333333"
    assert frame_time_text(Rate.of(NTSC[30])) == "0.0333667"
    assert frame_time_text(Rate(31.25)) == "0.0320000"
    # Seven decimals would be read as 30030 a second.
    assert frame_time_text(Rate.of(Fraction(30_000))) == "0.000033333"
    # No thirty decimals show it.
    assert frame_time_text(Rate(1e40)) == "1e-40"


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("0.008333", ".0083333", True),
        ("0.0333333", ".03333", True),
        ("0.0333333", "0.0333667", False),
        ("0.008333", "0.008342", False),
        ("0.018752", "0.01875222", True),
        ("0.03", "0.0333333", False),
        ("0.03", "0.030004", True),
        ("0.03", "0.030005", False),
        ("0.033", "0.0333333", False),
    ],
)
def test_same_rate(first: str, second: str, same: bool) -> None:
    a, b = rate_of(first), rate_of(second)
    assert a is not None
    assert b is not None
    assert same_rate(a, b) is same
    assert same_rate(b, a) is same


def test_a_rate_that_is_near_a_whole_one_is_another() -> None:
    assert not same_rate(Rate.of(Fraction(30)), Rate(30.001))
    assert not same_rate(Rate(30.001), Rate.of(Fraction(30)))


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("30", Fraction(30)),
        ("30.0", Fraction(30)),
        ("29.97", NTSC[30]),
        ("23.976", NTSC[24]),
        ("23.98", NTSC[24]),
        ("30000/1001", NTSC[30]),
        ("119.88", NTSC[120]),
        ("59.94", NTSC[60]),
        ("120/2", Fraction(60)),
        ("31.25", None),
        ("12.5", None),
        ("23.9", None),
        ("0.5", None),
    ],
)
def test_rates_as_people_type_them(text: str, exact: Fraction | None) -> None:
    rate = parse_rate(text)
    assert rate.exact == exact
    expected = float(exact) if exact else float(text)
    assert rate.fps == expected


@pytest.mark.parametrize(
    "text",
    ["", "0", "-30", "nan", "inf", "1e999", "30fps", "3_0", "30/0", "0/30", "1/2/3", "\uff130"],
)
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no number of frames a second"):
        parse_rate(text)


@pytest.mark.parametrize(
    "literal", ["", "0", "0.0", "-0.0333", "nan", "inf", "1_0", "1e-400", "5e-324", "1e400", "0,04"]
)
def test_frame_times_without_meaning(literal: str) -> None:
    assert rate_of(literal) is None


def test_a_very_long_literal_is_read_in_no_time() -> None:
    assert rate_of("0.0" + "3" * 200_000) == Rate(30.0, Fraction(30))
    assert rate_of("1" * 200_000 + "x") is None


def test_exponents() -> None:
    assert rate_of("3.33333e-02") == Rate(30.0, Fraction(30))
    assert rate_of("1E-2") == Rate(100.0, Fraction(100))
    assert decimals_of("3.33333e-02") == 7
    assert decimals_of("1e5") == 0
    assert [decimals_of(text) for text in ("1e-29", "1e-30", "1e-31")] == [29, 30, 30]


def test_three_digits_are_enough_to_be_rounded() -> None:
    # 1/99 is 0.010101...; what two digits say is meant as it stands.
    assert rate_of("0.0101") == Rate(99.0, Fraction(99))
    assert rate_of("0.013") == Rate(1 / 0.013)
    assert rate_of("0.0125") == Rate(80.0, Fraction(80))


def test_a_frame_time_almost_too_small_for_a_rate() -> None:
    rate = rate_of("6e-309")
    assert rate is not None
    assert rate.fps == 1 / 6e-309
    assert rate_of("5e-309") is None


def test_digits_and_decimals() -> None:
    assert [significant_digits(text) for text in ("0.033", ".0330", "1.0", "10.05", "0.5e3")] == [
        2,
        2,
        1,
        4,
        1,
    ]
    assert [decimals_of(text) for text in ("0.033", ".0330", "1.", "1")] == [3, 4, 0, 0]


def test_drift_says_how_much_too_late_a_clip_ends() -> None:
    rate = Rate.of(Fraction(120))
    assert drift("0.008333", rate, 100) == pytest.approx(-0.004)
    assert drift("0.033", Rate.of(Fraction(30)), 100) == pytest.approx(-1.0)
    assert drift("0.0084", rate, 10) == pytest.approx(0.08)


def test_frame_time_and_text_of_a_rate() -> None:
    assert Rate.of(NTSC[30]).frame_time == pytest.approx(0.0333666667, rel=1e-8)
    assert Rate(31.25).frame_time == 0.032
    assert Rate.of(NTSC[30]).is_ntsc
    assert not Rate(31.25).is_ntsc
    assert not Rate.of(Fraction(30)).is_ntsc
    names = {Rate.of(Fraction(120)): "120", Rate.of(NTSC[24]): "23.976", Rate.of(NTSC[30]): "29.97"}
    names |= {
        Rate(31.25): "31.25",
        Rate(47.00957): "47.01",
        Rate(0.0125): "0.0125",
        Rate(1.0568): "1.057",
    }
    assert {rate: str(rate) for rate in names} == names
