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

/** Whether the other side moves and is heard now: a new connection begins to count its frames anew. */
async function movesAndSounds(page: Page): Promise<boolean> {
  const before = await pictureOf(page)
  await page.waitForTimeout(300)
  const after = await pictureOf(page)
  return after.frames > before.frames && after.sound
}

/** Waits until the other side is seen moving and heard. */
export async function seesAndHears(page: Page): Promise<void> {
  await expect.poll(() => movesAndSounds(page), { timeout: 20_000, intervals: [50] }).toBe(true)
}
