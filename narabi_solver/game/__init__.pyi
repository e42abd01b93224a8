from . import drawing as drawing
