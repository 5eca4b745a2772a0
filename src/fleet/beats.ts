/** Agents and controllers say four times a second that they are there. */
export const BEAT_MS = 250;
/** An agent that has not heard its controller for this long stops sending: the target gets no more requests within 2 s. */
export const DEAD_MAN_MS = 1500;
/** After this time without beats, an agent is lost. */
export const LOST_MS = 2000;
