"""Makes the documentation site: ``python -m docs.generator``.

Pages are Markdown files in ``docs/``; a line ``<!-- generated: NAME -->`` stands for a part that is
made from the program, its data or its tests. Zensical builds the site from the finished pages.
"""
