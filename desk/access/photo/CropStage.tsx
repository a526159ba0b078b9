import { t } from '@cuida/ui/words/words.ts'
import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Chosen } from './chosen.ts'
import { type Crop, moved, squareOf } from './crop.ts'
import css from './Photo.module.css'

interface CropStageProps {
  chosen: Chosen
  crop: Crop
  onChange: (crop: Crop) => void
}

/** Of the square, for a press of an arrow; with Shift a larger step. */
const STEP = 0.02
const LARGE_STEP = 0.1
const ARROWS: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}
/** Points that a finger wanders while it only presses. */
const STILL = 4

/** The picture under a round window: dragged, pressed where its middle should be, or moved by arrows. */
export function CropStage({ chosen, crop, onChange }: CropStageProps) {
  const held = useRef<{ x: number; y: number; way: number; crop: Crop }>(undefined)
  const at = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top, width } = currentTarget.getBoundingClientRect()
    return { x: (clientX - left) / width, y: (clientY - top) / width, width }
  }
  function hold(event: PointerEvent<HTMLElement>): void {
    const { x, y } = at(event)
    held.current = { x, y, way: 0, crop }
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  function drag(event: PointerEvent): void {
    const from = held.current
    if (!from) return
    const { x, y, width } = at(event)
    from.way = Math.max(from.way, Math.hypot(x - from.x, y - from.y) * width)
    if (from.way > STILL) onChange(moved(from.crop, chosen, from.x - x, from.y - y))
  }
  function release(event: PointerEvent): void {
    const from = held.current
    held.current = undefined
    const { x, y } = at(event)
    if (from && from.way <= STILL) onChange(moved(crop, chosen, x - 0.5, y - 0.5))
  }
  function press(event: KeyboardEvent): void {
    const way = ARROWS[event.key]
    if (!way) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onChange(moved(crop, chosen, way[0] * step, way[1] * step))
  }
  return (
    <div
      role="application"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows move what is in it
      tabIndex={0}
      aria-label={t('desk.photo.stage')}
      className={css.stage}
      onPointerDown={hold}
      onPointerMove={drag}
      onPointerUp={release}
      onPointerCancel={() => {
        held.current = undefined
      }}
      onKeyDown={press}
    >
      <Cut chosen={chosen} crop={crop} />
      <span className={css.window} />
    </div>
  )
}

/** What lies in the square, filling whatever it stands in. */
export function Cut({ chosen, crop }: Pick<CropStageProps, 'chosen' | 'crop'>) {
  const { left, top, side } = squareOf(crop, chosen)
  const part = (length: number) => `${(length / side) * 100}%`
  const place = { inlineSize: part(chosen.width), blockSize: part(chosen.height), left: part(-left), top: part(-top) }
  return <img src={chosen.url} alt="" className={css.cut} style={place} draggable={false} />
}
