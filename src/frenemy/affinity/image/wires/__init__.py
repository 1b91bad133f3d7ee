"""Live wires: minimum-cost paths along edges that continue strokes."""
