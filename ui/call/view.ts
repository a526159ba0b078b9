import type { CallEnd } from '@cuida/core/care/call/call-signal.ts'
import type { VideoState } from '../VideoTile/VideoTile.tsx'
import type { Quality } from './quality.ts'

/**
 * Why it is over: the call's own end, or that this page may not, cannot or will not take part any more. `lost`: it could
 * not be reached for three minutes. `unsafe`: somebody in between changed what the two sides said.
 */
export type CallOver = CallEnd | 'left' | 'refused' | 'replaced' | 'lost' | 'unsafe'

export interface CallView {
  /** `waiting`: we are in, the other side is not. `reconnecting`: media was lost and is being brought back. */
  phase: 'connecting' | 'waiting' | 'live' | 'reconnecting' | 'over'
  remote: MediaStream | undefined
  /** What the other side shows; stopped: they want it on, and their device does not work. */
  peer: { mic: boolean; camera: boolean; soundOnly: boolean; micStopped: boolean; cameraStopped: boolean }
  declined: boolean
  end: CallOver | undefined
  /** While it is being brought back: whose connection broke, as far as this page can tell. */
  broken: 'mine' | 'theirs' | undefined
  quality: Quality
  /** Pictures are neither sent nor asked for; `self`: the connection, not the person, decided so. */
  soundOnly: 'off' | 'chosen' | 'self'
  speaking: { me: boolean; them: boolean }
}

export const START: CallView = {
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

/** How the other side's tile looks. */
export function tileOf({ phase, remote, peer, soundOnly, quality }: CallView): VideoState {
  if (phase === 'over') return 'ended'
  if (phase === 'reconnecting' && remote) return 'frozen'
  if (phase !== 'live' || !remote) return 'connecting'
  if (soundOnly !== 'off' || peer.soundOnly) return 'soundOnly'
  if (!peer.camera) return 'cameraOff'
  return quality === 'good' ? 'live' : 'weak'
}

/** What is to be said first about a call that is on, of many things that may be so at once; a key below `ui.call.now`. */
export function callNoticeKey({ phase, broken, peer, quality, soundOnly }: CallView): string | undefined {
  if (phase === 'reconnecting') return `reconnecting.${broken ?? 'mine'}`
  if (phase !== 'live') return undefined
  // Nobody hears a person whose microphone stopped: that goes before everything else.
  if (peer.micStopped) return 'theirMicStopped'
  if (soundOnly === 'self') return 'soundFirst'
  if (soundOnly === 'chosen') return 'soundOnly'
  if (peer.soundOnly) return 'theirSoundOnly'
  if (!peer.mic) return 'muted'
  if (peer.cameraStopped) return 'theirCameraStopped'
  return quality === 'good' ? undefined : `quality.${quality}`
}

export const MISBEHAVED = 1008
/** Close codes (core/care/call/call-signal.ts) after which this page stays away; any other is worth another try. */
export const overBy = (code: number): CallOver | undefined => OVER[code]
const OVER: Readonly<Record<number, CallOver>> = {
  [MISBEHAVED]: 'refused',
  4000: 'ended',
  4001: 'replaced',
  4002: 'refused',
  4003: 'refused',
  4004: 'left',
}
