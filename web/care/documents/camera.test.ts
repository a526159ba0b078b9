import { actAndFlush } from '@cuida/ui/testing/act.ts'
import { renderHookWithQueries } from '@cuida/ui/testing/render-hook.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useCamera } from './use-camera.ts'

// The requested constraints and the tracks that the browser returned.

interface Handed {
  wanted: unknown
  stopped: number
  lamp: unknown[]
  stream: MediaStream
}

/** A device with this many cameras and their `capabilities`, such as a torch. */
function device({ cameras = 1, isAllowed = true, capabilities = {} as object | undefined, refuses = false } = {}) {
  const handed: Handed[] = []
  const other = { kind: 'audioinput' }
  const mediaDevices = {
    async getUserMedia(constraints: unknown) {
      if (!isAllowed) throw new Error('NotAllowedError')
      const one: Handed = { wanted: constraints, stopped: 0, lamp: [], stream: undefined as never }
      const track = {
        stop: () => one.stopped++,
        applyConstraints: async (how: unknown) => {
          one.lamp.push(how)
          if (refuses) throw new Error('OverconstrainedError')
        },
        ...(capabilities ? { getCapabilities: () => capabilities } : {}),
      }
      one.stream = { getTracks: () => [track], getVideoTracks: () => [track] } as never
      handed.push(one)
      return one.stream
    },
    async enumerateDevices() {
      if (cameras === 0) throw new Error('NotAllowedError')
      return [other, ...Array(cameras).fill({ kind: 'videoinput' })]
    },
  }
  const { navigator } = globalThis
  Object.defineProperty(globalThis, 'navigator', { value: { mediaDevices }, configurable: true })
  onTestFinished(() => void Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true }))
  return handed
}
const constraintsFor = (facingMode: string) => ({
  video: { facingMode, width: { ideal: 2_560 }, height: { ideal: 1_920 } },
})

test('the back camera opens at a resolution for small print and is released with the screen', async () => {
  const handed = device()
  const screen = await renderHookWithQueries(() => useCamera(false))
  expect(screen.current()).toMatchObject({ state: 'live', flip: undefined, torch: undefined })
  expect(handed.map((one) => one.wanted)).toEqual([constraintsFor('environment')])
  await screen.unmount()
  expect(handed[0]?.stopped).toBe(1)
})

test('a camera that opens after the screen closed is released at once', async () => {
  const handed = device()
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const { mediaDevices } = navigator
  const { getUserMedia } = mediaDevices
  mediaDevices.getUserMedia = async (how) => {
    await opened
    return getUserMedia.call(mediaDevices, how)
  }
  const screen = await renderHookWithQueries(() => useCamera(false))
  expect(screen.current().state).toBe('starting')
  await screen.unmount()
  await actAndFlush(open)
  expect(handed.map(({ stopped }) => stopped)).toEqual([1])
})

test('with two cameras the patient switches between them, and the previous one is released', async () => {
  const handed = device({ cameras: 2 })
  const screen = await renderHookWithQueries(() => useCamera(false))
  for (const facing of ['user', 'environment']) {
    await screen.act((it) => it.flip?.())
    expect(handed.at(-1)?.wanted).toEqual(constraintsFor(facing))
  }
  expect(handed.map(({ stopped }) => stopped)).toEqual([1, 1, 0])
})

test.each([{ isAllowed: false }, { isAllowed: false, cameras: 2 }])(
  'no camera is available without permission: %o',
  async (how) => {
    device(how)
    const screen = await renderHookWithQueries(() => useCamera(false))
    expect(screen.current()).toMatchObject({ state: 'none', torch: undefined })
  },
)

test('a device that does not report its number of cameras cannot switch', async () => {
  device({ cameras: 0 })
  expect((await renderHookWithQueries(() => useCamera(false))).current()).toMatchObject({
    state: 'live',
    flip: undefined,
  })
})

test.each([
  ['without a light', {}],
  ['in a browser that reports no capabilities', undefined],
])('a camera %s has no torch', async (_, capabilities) => {
  device({ capabilities })
  expect((await renderHookWithQueries(() => useCamera(false))).current().torch).toBeUndefined()
})

test.each([false, true])(
  'the torch is switched on and off, and is off after switching cameras (it may refuse: %s)',
  async (refuses) => {
    const handed = device({ cameras: 2, capabilities: { torch: true }, refuses })
    const screen = await renderHookWithQueries(() => useCamera(false))
    expect(screen.current().torch?.isOn).toBe(false)
    await screen.act((it) => it.torch?.toggle())
    expect(screen.current().torch?.isOn).toBe(true)
    await screen.act((it) => it.torch?.toggle())
    expect(handed[0]?.lamp).toEqual([{ advanced: [{ torch: true }] }, { advanced: [{ torch: false }] }])
    await screen.act((it) => it.torch?.toggle())
    await screen.act((it) => it.flip?.())
    expect(screen.current().torch?.isOn).toBe(false)
  },
)

test('the preview is shown except while a photo is reviewed', async () => {
  const handed = device({ cameras: 2 })
  let isPaused = false
  const screen = await renderHookWithQueries(() => useCamera(isPaused))
  const video = { srcObject: undefined as unknown }
  screen.current().video.current = video as never
  isPaused = true
  await screen.rerender()
  expect(video.srcObject).toBeUndefined()
  isPaused = false
  await screen.rerender()
  expect(video.srcObject).toBe(handed[0]?.stream)
})

test("a photo has the camera's resolution, and none exists before the first frame", async () => {
  device()
  const screen = await renderHookWithQueries(() => useCamera(false))
  expect(await screen.current().shoot()).toBeUndefined()
  const video = { videoWidth: 0, videoHeight: 0 }
  screen.current().video.current = video as never
  expect(await screen.current().shoot()).toBeUndefined()
  Object.assign(video, { videoWidth: 2_560, videoHeight: 1_920 })
  const drawn: unknown[] = []
  const picture = new Blob(['x'])
  const canvas = {
    width: 0,
    height: 0,
    getContext: () => ({ drawImage: (...args: unknown[]) => drawn.push(args) }),
    toBlob: vi.fn((take: (blob: Blob | null) => void) => take(picture)),
  }
  const createElementSpy = vi.spyOn(document, 'createElement').mockReturnValue(canvas as never)
  onTestFinished(() => createElementSpy.mockRestore())
  expect(await screen.current().shoot()).toBe(picture)
  expect([canvas.width, canvas.height, drawn]).toEqual([2_560, 1_920, [[video, 0, 0]]])
  expect(canvas.toBlob.mock.calls[0]?.slice(1)).toEqual(['image/jpeg', 0.9])
  canvas.toBlob.mockImplementation((take) => take(null))
  expect(await screen.current().shoot()).toBeUndefined()
})
