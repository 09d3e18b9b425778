/* Shapes of the socket's messages (docs: the protocol) for the type checker. Nothing here reaches the browser. */

export type Direction = "across" | "down";
export interface Placed { x: number; y: number; tile: string; face?: string }
export type Move =
  | { kind: "play"; direction?: Direction; tiles: Placed[] }
  | { kind: "discard" | "exchange"; tiles: string[] }
  | { kind: "pass" | "challenge" };

export interface Clock { kind: "none" | "turn" | "total" | "days"; turn_s?: number; total_s?: number; increment_s?: number; days?: number; overtime?: boolean; overtime_ms?: number }
export interface Table {
  kind: string; clock: Clock; show_unseen: boolean; captain_only: boolean; hand_size: number;
  board: { bounded: boolean; width: number | null; height: number | null; first: [number, number] | null; premium: string[][] | null };
  can_discard: boolean; can_exchange: boolean; crossword: boolean; challenge: boolean; signs: Record<string, string>;
  points?: Record<string, number>; faces?: Record<string, string[]>;
}
export interface Member { member: string; name: string; kind: "person" | "engine"; present: boolean }
export interface Side { side: number; members: Member[]; size: number; score: number; hand_count: number; remaining_ms: number | null; gone: boolean }
export interface Result {
  winner: number | "draw" | null; scores: number[]; reason: "finished" | "resigned" | "timeout" | "abandoned" | "agreed";
  seed: string | null; par: null | { name: string; score: number | null };
}
export interface View {
  id: string; seq: number; turn: number; status: "waiting" | "running" | "over"; rules: string; rules_title: string;
  options: Record<string, unknown>; table: Table;
  position: { board: Placed[]; reserved: [number, number][]; hands: (string[] | number | null)[]; scores: number[]; to_move: number; stock: number | string[] | null };
  sides: Side[]; you: null | { side: number; member: string }; to_move: number | null; deadline_ms: number | null; server_ms: number;
  clock_running: boolean; unseen: Record<string, number> | null;
  last: null | { seq: number; side: number; x: number; y: number; direction: Direction; length: number; points: number };
  offers: { kind: string; side: number }[]; claim: null | { side: number; at_ms: number }; result: Result | null;
  deal: string; rematch_url: string | null; invite_url: string | null; actions: string[];
}
export interface GameEvent {
  seq: number; turn: number | null; kind: string; side: number | null; member: string | null; name: string; at_ms: number;
  text?: string; equations?: string[]; points?: number; total?: number; tiles?: Placed[] | string[]; closes?: [number, number][];
  line?: { x: number; y: number; direction: Direction; length: number }; count?: number; scores?: number[]; hand?: string[] | number;
  what?: string; accept?: boolean; url?: string; draws?: string[][]; reason?: string; winner?: number | "draw" | null;
}
export interface Preview {
  type: "preview"; id: number; legal: boolean; direction?: Direction; both?: boolean; score?: number; equations?: string[];
  lines?: { x: number; y: number; direction: Direction; length: number; text: string; score: number }[];
  closes?: [number, number][]; code?: string; message?: string; squares?: [number, number][];
}
