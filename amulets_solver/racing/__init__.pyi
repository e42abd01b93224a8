from . import playing as playing
