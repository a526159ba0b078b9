import { useEffect, useState } from 'react'

/**
 * Whether the loudspeaker that was chosen was unplugged, until another one is chosen. `onLost` is called once then: the
 * browser's own choice takes its place.
 */
export function useLostSpeaker(
  chosen: string | undefined,
  speakers: readonly MediaDeviceInfo[],
  onLost: () => void,
): boolean {
  const [isLost, setLost] = useState(false)
  const isGone = Boolean(chosen) && speakers.length > 0 && !speakers.some(({ deviceId }) => deviceId === chosen)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each loss
  useEffect(() => {
    if (isGone) onLost()
    if (isGone) setLost(true)
    else if (chosen) setLost(false)
  }, [isGone, chosen])
  return isLost
}
