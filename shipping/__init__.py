"""What goes out with a release beside the packages: the bill of materials, the release notes, and the image's trial."""
