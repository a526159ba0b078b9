import { expect, type Locator, type Page } from '@playwright/test'

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
  await expect.poll(() => movesAndSounds(page), { timeout: 60_000, intervals: [50] }).toBe(true)
}

/** Each of the others in a call of three: pictures that move, and sound that arrives. */
const picturesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('video')]
      .filter((element) => !element.muted && element.srcObject instanceof MediaStream)
      .map((video) => ({
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        sound: (video.srcObject as MediaStream).getAudioTracks().some((track) => !track.muted),
      })),
  )

/** Waits until so many others are seen moving and heard at once: six pictures are drawn and sent for it, on two cores. */
export async function seesAndHearsAll(page: Page, others: number, pictures: Locator): Promise<void> {
  const moving = async () => {
    // A machine that is too busy is a connection that is too poor: pages give pictures up, and people ask for them again.
    if (await pictures.first().isVisible())
      await pictures
        .first()
        .click({ timeout: 2_000 })
        .catch(() => {})
    const before = await picturesOf(page)
    await page.waitForTimeout(300)
    const after = await picturesOf(page)
    return after.filter(({ frames, sound }, place) => sound && frames > (before[place]?.frames ?? frames)).length
  }
  await expect.poll(moving, { timeout: 60_000, intervals: [50] }).toBe(others)
}
