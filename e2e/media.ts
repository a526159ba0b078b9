import { expect, type Locator, type Page } from '@playwright/test'

/** Frames shown by the large video, and whether its audio arrives. */
const pictureOf = (page: Page) =>
  page.evaluate(() => {
    const video = [...document.querySelectorAll('video')].find((element) => !element.muted)
    const stream = video?.srcObject instanceof MediaStream ? video.srcObject : undefined
    return {
      frames: video?.getVideoPlaybackQuality().totalVideoFrames ?? 0,
      sound: stream?.getAudioTracks().some((track) => !track.muted && track.readyState === 'live') ?? false,
    }
  })

/** Whether the other side moves and is heard now; a new connection counts its frames from zero. */
async function movesAndSounds(page: Page): Promise<boolean> {
  const before = await pictureOf(page)
  await page.waitForTimeout(300)
  const after = await pictureOf(page)
  return after.frames > before.frames && after.sound
}

/** Waits until the other side is seen moving and heard. */
export async function expectMedia(page: Page): Promise<void> {
  await expect.poll(() => movesAndSounds(page), { timeout: 60_000, intervals: [50] }).toBe(true)
}

/** For each of the others in a call of three: whether video moves and audio arrives. */
const picturesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')]
      .filter((element) => !element.muted && element.srcObject instanceof MediaStream)
      .map((video) => ({
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        sound: (video.srcObject as MediaStream).getAudioTracks().some((track) => !track.muted),
      })),
  )

/**
 * Waits until this many others move and are heard at once: six videos are encoded and decoded for it, on two cores.
 */
export async function expectMediaFromAll(page: Page, others: number, pictures: Locator): Promise<void> {
  const moving = async () => {
    // A busy machine counts as a poor connection: pages drop videos, and participants request them again.
    if (await pictures.first().isVisible())
      await pictures
        .first()
        .click({ timeout: 2_000 })
        .catch(() => {})
    const before = await picturesOf(page)
    await page.waitForTimeout(300)
    const after = await picturesOf(page)
    return after.filter(({ frames, sound }, index) => sound && frames > (before[index]?.frames ?? frames)).length
  }
  await expect.poll(moving, { timeout: 60_000, intervals: [50] }).toBe(others)
}
