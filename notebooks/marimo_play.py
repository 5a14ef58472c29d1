"""Canfield in marimo: `marimo run notebooks/marimo_play.py` to play, `marimo edit` to see and change the cells."""

import marimo

app = marimo.App(app_title="Canfield")


@app.cell
def _():
    import canfield_widget as cw
    import marimo as mo

    return cw, mo


@app.cell
def _(mo):
    mo.md("""
    # Canfield

    Drag cards, click on one to play it, or use the keyboard: arrows and Enter; `d` deals, `u` and `r` undo and redo,
    `h` marks a hint. The cells below run again with every move.
    """)
    return


@app.cell
def _(cw, mo):
    # When the page is loaded again the game is there again.
    board = mo.ui.anywidget(cw.CanfieldWidget())
    board
    return (board,)


@app.cell
def _(board, cw, mo):
    # `board` has all that the widget has, and a cell that names it runs again when the board changes.
    _moves = [cw.speak_move(board.position, _move) for _move in board.legal_moves()]
    mo.md(
        f"**{board.status}** after {board.ply} moves; "
        f"{sum(map(len, board.position.foundations))} cards on the foundations.\n\n"
        + "\n".join(f"- {_move}" for _move in _moves)
    )
    return


@app.cell
def _(board, cw):
    cw.plot_progress(board.game)
    return


@app.cell
def _(board, cw):
    cw.step_through(board.game)
    return


if __name__ == "__main__":
    app.run()
