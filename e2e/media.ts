import { expect, type Page } from '@playwright/test'

/** Frames that the large picture has shown, and whether its sound arrives. */
const pictureOf = (page: Page) =>
  page.evaluate(() => {
    const video = [...document.querySelectorAll('video')].find((element) => !element.muted)
    const stream = video?.srcObject instanceof MediaStream ? video.srcObject : undefined
    return {
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      sound: stream?.getAudioTracks().some((track) => !track.muted && track.readyState === 'live') ?? false,
    }
  })

/** The other side moves and is heard: frames keep coming, and sound is live. */
export async function seesAndHears(page: Page, timeout = 20_000): Promise<void> {
  await expect.poll(async () => (await pictureOf(page)).frames, { timeout, intervals: [100] }).toBeGreaterThan(0)
  const { frames, sound } = await pictureOf(page)
  expect(sound).toBe(true)
  await expect.poll(async () => (await pictureOf(page)).frames, { timeout: 5_000 }).toBeGreaterThan(frames)
}
