/**
 * The socket of one table: joins, keeps alive, comes back with jitter, and sends commands again with the same
 * `client_id` until the server has answered them.
 * @module
 */

/** Waits in milliseconds. A quiet line is asked after PING; no answer within PATIENCE counts as lost. */
const PING = 10_000;
const PATIENCE = 5_000;
const FIRST_WAIT = 350;
const SHORT_WAIT = 1_600;
const LONG_WAIT = 12_000;
/** Close codes of the server: there is no such game for this viewer; too many pages were opened. */
const NO_SUCH_GAME = 4404;
const TOO_OFTEN = 4429;
/** So long after the loss the waits stay short, to be back at once after a tunnel; later the server is spared. */
const HOPEFUL = 60_000;

/** A random UUID (version 4), also on pages without TLS, where `crypto.randomUUID` does not exist. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

export class Link {
  /**
   * @param {string} address
   * @param {object} hooks
   * @param {(message: any) => void} hooks.message
   * @param {(state: "open"|"lost"|"gone") => void} hooks.state
   * @param {() => number} hooks.since number of the last event that is known, 0 at the start
   */
  constructor(address, hooks) {
    this.address = address;
    this.hooks = hooks;
    /** Commands without an answer. @type {Map<string, any>} */
    this.outbox = new Map();
    /** @type {WebSocket|null} */
    this.socket = null;
    this.tries = 0;
    this.lostAt = 0;
    this.heard = 0;
    this.timer = 0;
    addEventListener("online", () => this.#again(0));
    addEventListener("offline", () => this.socket && this.#lose());
    addEventListener("pageshow", (event) => event.persisted && this.#again(0));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState !== "visible") return;
      if (this.open) this.#ask();
      else this.#again(0);
    });
    setInterval(() => this.open && performance.now() - this.heard > PING && this.#ask(), 2_000);
    this.#connect();
  }

  get open() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** Sends once, if the line is open: previews, tentative tiles. @param {object} message */
  send(message) {
    if (this.open) this.socket?.send(JSON.stringify(message));
  }

  /** Sends a command and keeps it until it is answered. @param {any} message @returns {string} its client_id */
  command(message) {
    const client_id = uuid();
    this.outbox.set(client_id, { ...message, client_id });
    this.#deliver(client_id);
    return client_id;
  }

  /** Takes back every unanswered command of a type. @param {string} type */
  drop(type) {
    for (const [id, message] of this.outbox) if (message.type === type) this.outbox.delete(id);
  }

  /** @param {string} client_id */
  #deliver(client_id) {
    const message = this.outbox.get(client_id);
    if (!message || !this.open) return;
    this.socket?.send(JSON.stringify(message));
    const socket = this.socket;
    const sent = performance.now();
    // No answer at all: the line is dead though it looks open. The next one delivers again.
    setTimeout(() => this.outbox.has(client_id) && socket === this.socket && this.heard < sent && this.#lose(), PATIENCE);
  }

  #ask() {
    const asked = performance.now();
    const socket = this.socket;
    this.send({ type: "ping" });
    setTimeout(() => socket === this.socket && this.heard < asked && this.#lose(), PATIENCE);
  }

  #connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState <= WebSocket.OPEN) return;
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.heard = performance.now();
      this.send({ type: "join", since: this.hooks.since() });
      // When nothing was missed the answer to a join may be silence: the pong tells that the line stands.
      this.send({ type: "ping" });
    });
    socket.addEventListener("message", (event) => socket === this.socket && this.#receive(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      if (event.code === NO_SUCH_GAME) this.hooks.state("gone");
      else this.#lose(event.code === TOO_OFTEN ? LONG_WAIT : undefined);
    });
    // A handshake that hangs is tried anew.
    setTimeout(() => socket.readyState === WebSocket.CONNECTING && socket === this.socket && this.#lose(), PATIENCE);
  }

  /** @param {any} message */
  #receive(message) {
    this.heard = performance.now();
    if (message.type === "bye") {
      this.#lose(message.reconnect_ms);
      return;
    }
    if (message.type === "retry") {
      setTimeout(() => this.#deliver(message.client_id), 200 + Math.random() * 400);
      return;
    }
    if (message.type === "ack" || message.type === "refused") this.outbox.delete(message.client_id);
    if (message.type === "resync") this.drop("move");
    const joined = message.type === "state" || message.type === "event" || message.type === "pong" || message.type === "resync";
    if (joined && this.tries >= 0) {
      this.tries = -1;
      this.lostAt = 0;
      this.hooks.state("open");
      for (const id of this.outbox.keys()) this.#deliver(id);
    }
    this.hooks.message(message);
  }

  /** @param {number} [wait] */
  #lose(wait) {
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    this.lostAt ||= performance.now();
    this.tries = Math.max(0, this.tries);
    this.hooks.state("lost");
    const most = performance.now() - this.lostAt < HOPEFUL ? SHORT_WAIT : LONG_WAIT;
    this.#again((wait ?? Math.min(most, FIRST_WAIT * 1.7 ** this.tries)) * (0.5 + Math.random()));
    this.tries += 1;
  }

  /** @param {number} wait */
  #again(wait) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.#connect(), wait);
  }
}
