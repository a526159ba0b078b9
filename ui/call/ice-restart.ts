/** Media that is interrupted for this long does not recover by itself: an ICE restart begins. */
const TIMEOUT_MS = 1_500
/** An ICE restart that found no path by then has failed, or one side has not received the other's candidates. */
const FIND_WITHIN_MS = 6_000
/** The first negotiation gets longer, for a busy machine or a phone that wakes up. */
const AGREE_WITHIN_MS = 12_000

export type RestartableConnection = Pick<RTCPeerConnection, 'connectionState' | 'restartIce'>

export interface IceRestarter {
  /** Call it when the connection's state may have changed. */
  look(): void
  stop(): void
}

/** Recovers media: waits, then restarts ICE, and calls `onStuck` when neither helps. */
export function createIceRestarter(connection: RestartableConnection, onStuck: () => void): IceRestarter {
  // The listener may be unable to act at that moment: `onStuck` repeats until media flows or the connection is given
  // up.
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
        timer = setTimeout(search, TIMEOUT_MS)
      }
    },
    stop: () => clearTimeout(timer),
  }
}
