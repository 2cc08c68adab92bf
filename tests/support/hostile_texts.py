"""Texts that would do something if they were printed raw, evaluated or taken for a template."""

from __future__ import annotations

#: By what they aim at. No line ends: a joint's name is one line.
TEXTS: dict[str, str] = {
    "terminal": "\x1b[2J\x1b]0;owned\x07\x1b[31mred\x9b1m\x08\x08",
    "direction": "\u202egnp.evil\u2066\u200b",
    "workflow command": "::error file=x,line=1::owned",
    "escaped workflow command": "%0A::set-output name=x::owned%0D",
    "log command": "##[add-mask]x ##vso[task.setvariable]y",
    "html": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "attribute": '" onmouseover="alert(1)" x=\'',
    "entity": "&lt;b&gt;&#60;&amp;",
    "xml": "]]><!-- <!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]>",
    "markdown": "[click](http://example.org) ![x](y) `code` **b** | cell | <b>",
    "rich markup": "[bold red]x[/] [link=http://example.org]y[/link]",
    "format": "{0.__class__.__mro__} {} {path!r:>{width}} {{x}}",
    "percent": "%s %n %(path)s %d %%",
    "template": "${{ secrets.TOKEN }} $HOME `id` $(id) \\1 \\g<0>",
    "expression": "__import__('os').system('id')",
    "json": '"}],"files":[],"x":{"',
    "path": "../../../etc/passwd",
}
