/** Why there is no camera or microphone, in the terms of `getUserMedia`. */
export type MediaProblem = 'denied' | 'missing' | 'busy'

export interface OwnMedia {
  stream: MediaStream
  /** What could not be had: a call without a camera is still a call. */
  problem: MediaProblem | undefined
}

export type Facing = 'user' | 'environment'
/** Which camera: the one that looks this way, or the one of this id. */
export type WhichCamera = { facing: Facing } | { id: string }

const AUDIO: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const PICTURE: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 } }

/** Camera and microphone; the microphone alone when there is no camera; an empty stream when there is neither. */
export async function openMedia({ camera = true } = {}): Promise<OwnMedia> {
  try {
    const video = camera && { ...PICTURE, facingMode: 'user' }
    return { stream: await navigator.mediaDevices.getUserMedia({ audio: AUDIO, video }), problem: undefined }
  } catch (error) {
    const problem = problemOf(error)
    if (!camera) return { stream: new MediaStream(), problem }
    const withoutCamera = await openMedia({ camera: false })
    return { stream: withoutCamera.stream, problem }
  }
}

/** A camera in place of the one that the stream has, if any. Many phones open one at a time, so the old one goes first. */
export async function openCamera(stream: MediaStream, which: WhichCamera): Promise<MediaProblem | undefined> {
  const chosen = 'id' in which ? { deviceId: { exact: which.id } } : { facingMode: { ideal: which.facing } }
  dropTracks(stream.getVideoTracks(), stream)
  return take(stream, { video: { ...PICTURE, ...chosen } })
}

export async function openMicrophone(stream: MediaStream, id: string): Promise<MediaProblem | undefined> {
  dropTracks(stream.getAudioTracks(), stream)
  return take(stream, { audio: { ...AUDIO, deviceId: { exact: id } } })
}

async function take(stream: MediaStream, wanted: MediaStreamConstraints): Promise<MediaProblem | undefined> {
  try {
    const taken = await navigator.mediaDevices.getUserMedia(wanted)
    for (const track of taken.getTracks()) stream.addTrack(track)
    return undefined
  } catch (error) {
    return problemOf(error)
  }
}

function dropTracks(tracks: readonly MediaStreamTrack[], stream: MediaStream): void {
  for (const track of tracks) {
    track.stop()
    stream.removeTrack(track)
  }
}

function problemOf(error: unknown): MediaProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

export const closeMedia = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
