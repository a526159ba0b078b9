/** Why there is no camera or microphone, in the terms of `getUserMedia`. */
export type MediaProblem = 'denied' | 'missing' | 'busy'

export interface OwnMedia {
  stream: MediaStream
  /** What could not be had: a call without a camera is still a call. */
  problem: MediaProblem | undefined
}

const AUDIO: MediaTrackConstraints = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
const VIDEO: MediaTrackConstraints = { width: { ideal: 1280 }, height: { ideal: 720 }, facingMode: 'user' }

/** Camera and microphone; the microphone alone when there is no camera; an empty stream when there is neither. */
export async function openMedia({ camera = true } = {}): Promise<OwnMedia> {
  try {
    return { stream: await ask(camera ? VIDEO : false), problem: undefined }
  } catch (error) {
    const problem = problemOf(error)
    if (!camera) return { stream: new MediaStream(), problem }
    const withoutCamera = await openMedia({ camera: false })
    return { stream: withoutCamera.stream, problem }
  }
}

const ask = (video: MediaTrackConstraints | false) => navigator.mediaDevices.getUserMedia({ audio: AUDIO, video })

function problemOf(error: unknown): MediaProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

export const closeMedia = (stream: MediaStream): void => {
  for (const track of stream.getTracks()) track.stop()
}
