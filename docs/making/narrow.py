"""Pictures for narrow pages: beside a picture stands the one for phones, and the style shows either."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.transforms import SphinxTransform

from docs.making.pictures import FOLDER, PHONE


class PhonePictures(SphinxTransform):
    """Puts the picture for phones after each that has one."""

    default_priority = 200  # before Sphinx looks which files a page needs

    def apply(self, **arguments: Any) -> None:
        """Change a page."""
        for picture in list(self.document.findall(nodes.image)):
            path = Path(picture["uri"])
            phone = path.with_stem(path.stem + PHONE)
            if not (FOLDER / phone.name).exists():
                continue
            other = picture.deepcopy()
            other["uri"] = str(phone)
            picture["classes"].append("wide")
            other["classes"].append("narrow")
            picture.parent.insert(picture.parent.index(picture) + 1, other)


def setup(app: Sphinx) -> dict[str, Any]:
    """Let Sphinx change each page that it reads."""
    app.add_transform(PhonePictures)
    return {"parallel_read_safe": True}
