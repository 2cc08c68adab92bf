"""The version, as plain text: asking the installed metadata for it costs 25 ms."""

VERSION = "0.1.0"
