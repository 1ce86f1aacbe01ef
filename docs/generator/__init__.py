"""Makes the documentation site: ``python -m docs.generator``.

Pages are Markdown files in ``docs/``; between ``<!-- generated: NAME -->`` and ``<!-- end -->`` is
a part that is made from the program, its data or its tests, and that ``--renew`` writes anew.
Zensical builds the site from the finished pages.
"""
