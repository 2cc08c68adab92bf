"""Files on the disk: finding them, remembering them, writing them whole."""
