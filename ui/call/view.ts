import type { CallEnd } from '@cuida/core/care/call/call-signal.ts'
import type { VideoState } from '../VideoTile/VideoTile.tsx'
import type { Quality } from './quality.ts'

/**
 * Why the call is over for this page: its regular end, or why this page takes no further part. `lost`: not reachable
 * for three minutes. `unsafe`: a signature did not match, so that a third party may have changed the signals.
 */
export type CallOver = CallEnd | 'left' | 'refused' | 'replaced' | 'lost' | 'unsafe'

export interface CallView {
  /** `waiting`: joined, and the other side has not. `reconnecting`: media was lost and is being restored. */
  phase: 'connecting' | 'waiting' | 'live' | 'reconnecting' | 'over'
  remote: MediaStream | undefined
  /** What the other side shows; stopped: switched on, but the device does not work. */
  peer: { mic: boolean; camera: boolean; soundOnly: boolean; micStopped: boolean; cameraStopped: boolean }
  declined: boolean
  end: CallOver | undefined
  /** While reconnecting: whose connection broke, as far as this page can tell. */
  broken: 'mine' | 'theirs' | undefined
  quality: Quality
  /** Video is neither sent nor requested; `self`: switched off automatically for quality, not by the user. */
  soundOnly: 'off' | 'chosen' | 'self'
  speaking: { me: boolean; them: boolean }
}

export const INITIAL_CALL_VIEW: CallView = {
  phase: 'connecting',
  remote: undefined,
  peer: { mic: true, camera: true, soundOnly: false, micStopped: false, cameraStopped: false },
  declined: false,
  end: undefined,
  broken: undefined,
  quality: 'good',
  soundOnly: 'off',
  speaking: { me: false, them: false },
}

/** The state of the other side's tile. */
export function tileState({ phase, remote, peer, soundOnly, quality }: CallView): VideoState {
  if (phase === 'over') return 'ended'
  if (phase === 'reconnecting' && remote) return 'frozen'
  if (phase !== 'live' || !remote) return 'connecting'
  if (soundOnly !== 'off' || peer.soundOnly) return 'soundOnly'
  if (!peer.camera) return 'cameraOff'
  return quality === 'good' ? 'live' : 'weak'
}

/** The most important notice about a running call, as a key under `ui.call.now`. */
export function callNoticeKey({ phase, broken, peer, quality, soundOnly }: CallView): string | undefined {
  if (phase === 'reconnecting') return `reconnecting.${broken ?? 'mine'}`
  if (phase !== 'live') return undefined
  // A stopped microphone goes first: the participant does not know that they are not heard.
  if (peer.micStopped) return 'theirMicStopped'
  if (soundOnly === 'self') return 'soundFirst'
  if (soundOnly === 'chosen') return 'soundOnly'
  if (peer.soundOnly) return 'theirSoundOnly'
  if (!peer.mic) return 'muted'
  if (peer.cameraStopped) return 'theirCameraStopped'
  return quality === 'good' ? undefined : `quality.${quality}`
}

export const POLICY_VIOLATION_CODE = 1008
/** Close codes (core/care/call/call-signal.ts) after which this page does not reconnect; after any other it does. */
export const callOverReason = (code: number): CallOver | undefined => OVER[code]
const OVER: Readonly<Record<number, CallOver>> = {
  [POLICY_VIOLATION_CODE]: 'refused',
  4000: 'ended',
  4001: 'replaced',
  4002: 'refused',
  4003: 'refused',
  4004: 'left',
}
