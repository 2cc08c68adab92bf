"""Every block should have its two braces, and no brace should stand without a block.

## What it does
Tells each missing and each surplus brace. A missing closing brace is told at the token before
which the block had to be closed at the latest, most often MOTION; the message names the block, the
line on which it begins, and where the indentation says that the brace belongs. A missing opening
brace is told at the token in its place, a surplus brace where it stands. A file that ends inside
its hierarchy was cut: `no-motion` tells that.

## Why is this bad?
Braces say which joint hangs on which. A reader that counts them fails at the end of the hierarchy,
or hangs the joints that follow on the wrong parent.

## Example
    ROOT Hips
    {
        JOINT Spine
        {
            OFFSET 0.00 10.00 0.00
    }
    MOTION

## Use instead
    ROOT Hips
    {
        JOINT Spine
        {
            OFFSET 0.00 10.00 0.00
        }
    }
    MOTION

## Fix safety
There is no fix: where the brace belongs decides on the skeleton.

## Options
None.
"""

from __future__ import annotations

from collections.abc import Iterator

from bvhlint.rule import SPELLING, Block, Document, Finding, Options, Severity, facts, rule

Slip = facts.braces.Slip
HELP = {
    Slip.NEVER_CLOSED: "write the closing brace where the block ends",
    Slip.NEVER_OPENED: "write the opening brace before this line",
    Slip.NO_BRACES: "write the block's braces, or remove the line that begins it",
    Slip.EXTRA_CLOSE: "remove the brace, or add the one that it should close",
    Slip.EXTRA_OPEN: "remove the brace, and the one that closes it if there is one",
}
_VARIANTS = {
    Slip.NEVER_CLOSED: "closing",
    Slip.EXTRA_CLOSE: "closing",
    Slip.NEVER_OPENED: "opening",
    Slip.EXTRA_OPEN: "opening",
    Slip.NO_BRACES: "no-block",
}


@rule("BVH205", "unbalanced-brace", Severity.ERROR, part="structure", header_only=True)
def check(document: Document, options: Options) -> Iterator[Finding]:
    if not facts.clip.holds_clip(document):
        return

    def make(slip: facts.braces.BraceSlip) -> Finding:
        return _of_block(document, slip, slip.block) if slip.block else _of_brace(slip)

    yield from facts.told.told(facts.braces.brace_slips(document), make)


def _of_block(document: Document, slip: facts.braces.BraceSlip, block: Block) -> Finding:
    if block.keyword is None:
        closing = document.source.line_of(block.close.start)
        message = f"no keyword asks for this brace, which is closed on line {closing}"
        if slip.lost:
            message = f"the {SPELLING[slip.lost]} line of this brace is missing"
            return Finding(
                slip.start,
                slip.end,
                message,
                variant="no-line",
                help="write the line before the brace",
            )
    else:
        title = facts.words.block_title(document, block)
        message = {
            Slip.NEVER_CLOSED: f"the block of {title} is never closed",
            Slip.NEVER_OPENED: f"the opening brace of {title} is missing",
            Slip.NO_BRACES: f"{title} has no block: its braces are missing",
        }[slip.slip]
    if slip.missing_before is not None:
        line = document.source.line_of(slip.missing_before)
        message += f"; by the indentation its brace is missing before line {line}"
    return _finding(slip, message, "pair" if block.keyword is None else _VARIANTS[slip.slip])


def _of_brace(slip: facts.braces.BraceSlip) -> Finding:
    if slip.slip is Slip.EXTRA_CLOSE:
        message = "this brace closes nothing: every block before it is closed already"
    else:
        message = "no keyword asks for this brace, and nothing closes it"
    return _finding(slip, message, _VARIANTS[slip.slip])


def _finding(slip: facts.braces.BraceSlip, message: str, variant: str) -> Finding:
    return Finding(slip.start, slip.end, message, variant=variant, help=HELP[slip.slip])
