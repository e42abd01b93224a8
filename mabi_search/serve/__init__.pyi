from . import site as site
