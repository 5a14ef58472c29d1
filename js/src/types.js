// The words of the border with the kernel (docs/protocol.md), once, for every module.

/** @typedef {[key: string, face: string | null]} Card */

/** @typedef {{ move: string, from: string, to: string, card: string | null, count: number }} Move */

/**
 * @typedef {object} Shape
 * @property {number} columns
 * @property {number} foundations
 * @property {number} decks
 * @property {number} reserves
 * @property {number} reserveSize
 * @property {string} reserveFace
 * @property {number} packet
 */

/**
 * @typedef {object} Message
 * @property {string | number} id
 * @property {"plain" | "move" | "refusal" | "hint" | "answer" | "stuck" | "won"} kind
 * @property {string} text
 * @property {string[]} blame
 */

/**
 * @typedef {object} State
 * @property {number} rev
 * @property {string} game
 * @property {string} title
 * @property {number | null} deal
 * @property {string} lang
 * @property {number} ranks
 * @property {number | null} base
 * @property {Shape} shape
 * @property {Record<string, Card[]>} piles
 * @property {number} fan
 * @property {Move[]} moves
 * @property {number} ply
 * @property {boolean} undo
 * @property {boolean} redo
 * @property {{ number: number, of: number | null }} pass
 * @property {string | null} score
 * @property {"playing" | "won" | "stuck"} status
 * @property {string | null} hint the `move` of one of the moves
 * @property {Message} message
 * @property {Settings} settings
 * @property {string[]} [allow] what is not left out: undo, hints, solver
 * @property {{ ms: number, running: boolean }} [clock]
 * @property {boolean} [paused]
 * @property {boolean} [finish] the rest can be played up with nothing but cards in sight
 * @property {string[]} [shown] keys of the cards that went up by themselves, in their order
 * @property {{ at: string, text: string }} [keep] what the page keeps for a Python that cannot
 * @property {string} [sheet] HTML between the bar and the cards: a lesson, the editor, a teacher's note
 * @property {string[]} [marked] keys of cards, and names of empty piles, that are to be looked at
 * @property {[string, string][]} [arrows] each from a card or pile to a card or pile
 * @property {boolean} [free] every card in sight may be laid anywhere, and those not laid yet lie below, in `B1`...
 * @property {[string, string][]} [result] the figures of the result and their words
 * @property {Record<string, Answer>} answers
 */

/**
 * @typedef {object} Settings
 * @property {boolean} [four_colours]
 * @property {boolean} [large]
 * @property {boolean} [mirrored]
 * @property {boolean} [show_time]
 * @property {boolean} [auto_pause]
 * @property {"play" | "select" | "off"} [click]
 * @property {"slow" | "normal" | "fast" | "instant"} [speed]
 * @property {"host" | "light" | "dark"} [theme]
 */

/** @typedef {{ view: string, name: string, title: string, html: string }} Page a page of the panel, for the view that opened it */

/** @typedef {{ what?: string, text?: string }} Search empty where none runs */

/** @typedef {{ seq: number, ok: boolean, why: string | null }} Answer */

/**
 * @typedef {{ do: string } & Record<string, unknown>} Wish
 */

/** @typedef {Wish & { client: string, seq: number, rev: number, ack: number, ms: number }} Command */

/** @typedef {{ x: number, y: number, w: number, h: number }} Rect */

/** @typedef {(key: string, fill?: Record<string, string | number>) => string} Say */

/**
 * What a view may know of the kernel's side: all of it, for all views of one board.
 * @typedef {object} Link
 * @property {() => State | null} state
 * @property {() => Search} search
 * @property {(view: string) => Page | null} page what that view has open
 * @property {import("./clock.js").Clock} clock
 * @property {() => number} time milliseconds of the game
 * @property {() => void} touched the player did something
 * @property {() => Say} say
 * @property {(wish: Wish) => number} ask sends a wish and returns its number
 * @property {(seq: number) => boolean} open whether that wish is still without an answer
 * @property {() => "live" | "busy" | "waiting" | "gone"} kernel
 * @property {() => void} forget drops every wish that has no answer yet
 * @property {(listener: () => void, signal: AbortSignal) => void} watch
 */

export {};
