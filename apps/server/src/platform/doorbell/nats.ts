/** The only name needed, imported by itself: the bundle gives names from CommonJS packages only to static imports. */
export { connect } from "@nats-io/transport-node";
