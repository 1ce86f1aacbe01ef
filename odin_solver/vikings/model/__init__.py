"""The linear model of Vikings, a module for each rule; `odin_solver.vikings.rules` checks it."""
