import { type CompanionTask, type Handshake, type HandshakeEvent, handshakeReducer, INITIAL_HANDSHAKE } from "./handshake.js";

const origin = "https://recipes.example.com";
const task: CompanionTask = { datasetID: "d1", modelID: "m1", flow: "calculation" };
const other: CompanionTask = { datasetID: "d1", modelID: "m2", flow: "detection" };
const error = new Error("no such model");

const PLACES = {
  beginning: INITIAL_HANDSHAKE,
  normal: { state: "NORMAL" },
  valid: { state: "VALID_SERVICE", origin },
  ready: { state: "TUKEY_MAIN_READY", origin },
  handed: { state: "SERVICE_INIT_DATA", origin, task },
  told: { state: "TUKEY_MAIN_DONE", origin, task },
  failed: { state: "error", origin, error },
  done: { state: "serviceDone" },
} as const satisfies Record<string, Handshake>;

const EVENTS = {
  "nobody opened it": { type: "opener", origin: null },
  "a service opened it": { type: "opener", origin },
  "it told that it is ready": { type: "readySent" },
  "a model is handed over": { type: "taskReceived", task: other },
  "what is handed over is refused": { type: "taskRejected", error },
  "the result is told": { type: "resultSent" },
  "the service is done": { type: "serviceDone" },
} as const satisfies Record<string, HandshakeEvent>;

const LEADS: [from: keyof typeof PLACES, on: keyof typeof EVENTS, to: Handshake][] = [
  ["beginning", "nobody opened it", PLACES.normal],
  ["beginning", "a service opened it", PLACES.valid],
  ["valid", "it told that it is ready", PLACES.ready],
  ["ready", "a model is handed over", { ...PLACES.handed, task: other }],
  ["ready", "what is handed over is refused", PLACES.failed],
  ["handed", "a model is handed over", { ...PLACES.handed, task: other }],
  ["handed", "what is handed over is refused", PLACES.failed],
  ["failed", "a model is handed over", { ...PLACES.handed, task: other }],
  ["failed", "what is handed over is refused", PLACES.failed],
  ["handed", "the result is told", PLACES.told],
  ["valid", "the service is done", PLACES.done],
  ["ready", "the service is done", PLACES.done],
  ["handed", "the service is done", PLACES.done],
  ["told", "the service is done", PLACES.done],
  ["failed", "the service is done", PLACES.done],
];

// @contract a-window-that-a-companion-service-opened
test.each(LEADS)("from state %s, when %s, the handshake continues", (from, on, to) => {
  expect(handshakeReducer(PLACES[from], EVENTS[on])).toEqual(to);
});

// @contract a-window-that-a-companion-service-opened
test("all other events leave the handshake unchanged", () => {
  for (const [from, place] of Object.entries(PLACES))
    for (const [on, event] of Object.entries(EVENTS))
      if (!LEADS.some((lead) => lead[0] === from && lead[1] === on))
        expect([from, on, handshakeReducer(place, event) === place]).toEqual([from, on, true]);
});
