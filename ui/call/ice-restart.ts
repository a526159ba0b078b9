/** Media that stands still this long is not coming back by itself: other ways are looked for. */
const PATIENCE_MS = 1_500
/** Ways that are not found by then are not there, or one side has not heard of the other's. */
const FIND_WITHIN_MS = 6_000
/** A machine that is busy, or a phone that wakes: the first agreement takes as long as it takes, within reason. */
const AGREE_WITHIN_MS = 12_000

export type RestartableConnection = Pick<RTCPeerConnection, 'connectionState' | 'restartIce'>

export interface IceRestarter {
  /** The connection's state may have changed. */
  look(): void
  stop(): void
}

/** Brings media back: first patience, then an ICE restart, and when neither helps `onStuck`. */
export function createIceRestarter(connection: RestartableConnection, onStuck: () => void): IceRestarter {
  // Whoever hears it may not be able to act just then: it is said until media flows or the connection is given up.
  const stuck = () => {
    timer = setTimeout(stuck, FIND_WITHIN_MS)
    onStuck()
  }
  let timer = setTimeout(stuck, AGREE_WITHIN_MS)
  let searching = false
  const search = () => {
    searching = true
    connection.restartIce()
    clearTimeout(timer)
    timer = setTimeout(stuck, FIND_WITHIN_MS)
  }
  return {
    look() {
      const state = connection.connectionState
      if (state === 'connected') {
        clearTimeout(timer)
        searching = false
      }
      if (searching) return
      if (state === 'failed') search()
      if (state === 'disconnected') {
        clearTimeout(timer)
        timer = setTimeout(search, PATIENCE_MS)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
