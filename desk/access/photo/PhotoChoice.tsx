import { putPhoto, removePhoto } from '@cuida/core/access/photo/photo-api.ts'
import { staffMe } from '@cuida/core/access/team/staff-api.ts'
import { getTeam } from '@cuida/core/access/team/team-api.ts'
import { Avatar } from '@cuida/ui/Avatar/Avatar.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { createUpload } from '@cuida/ui/client/upload.ts'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { currentLocale, t } from '@cuida/ui/i18n/messages.ts'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { api, session } from '../../kit/api.ts'
import { Failure } from '../../kit/Failure.tsx'
import { useMutation } from '../../kit/queries.ts'
import { type ChosenFile, type ChosenFileProblem, cropToBlob, openChosen, releaseFile } from './chosen-file.ts'
import { type Crop, cropArea, initialCrop, maxZoom, moveCrop, zoomCrop } from './crop.ts'
import css from './Photo.module.css'

const upload = createUpload({ app: 'desk', locale: currentLocale, session })

const OLD = { stale: [getTeam, staffMe] }

/** Uploads the cropped square as a clinician's photo. The file is small, so the upload has no progress display. */
export const useUploadPhoto = (id: string) =>
  useMutation(
    (square: Blob) =>
      upload(putPhoto, { id }, square, {
        key: crypto.randomUUID(),
        name: '',
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
    OLD,
  )

const useRemovePhoto = (id: string) => useMutation(() => api(removePhoto, { id }), OLD)

/** The share of the square by which an arrow key moves the crop; Shift takes the larger step. */
const STEP = 0.02

const LARGE_STEP = 0.1

const ARROWS: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Pointer travel, in CSS pixels, below which a press counts as a tap and not as a drag. */
const STILL = 4

const KINDS = 'image/jpeg,image/png,image/webp'

interface PhotoChoiceProps {
  title: string
  clinicianId: string
  name: string
  photo: string | null
}

/** The photo that patients see: shows it, replaces it or removes it. */
export function PhotoChoice({ title, clinicianId, name, photo }: PhotoChoiceProps) {
  const input = useRef<HTMLInputElement>(null)
  const { chosen, problem, choose, leave } = useChosen()
  const remove = useRemovePhoto(clinicianId)
  return (
    <section className={css.choice} aria-label={title}>
      <Avatar name={name} photo={photo} size={128} />
      <div className={css.text}>
        <h3>{title}</h3>
        <p>{t('desk.photo.hint')}</p>
        {problem && <p role="alert">{t(`desk.photo.problem.${problem}`)}</p>}
        <Failure failure={remove.error} />
        <div className={css.acts}>
          <input
            ref={input}
            type="file"
            accept={KINDS}
            hidden
            aria-label={t('desk.photo.choose')}
            onChange={({ target }) => {
              choose(target.files?.[0])
              // Without the reset, choosing the same file again fires no `change` event.
              target.value = ''
            }}
          />
          <Button fit icon="upload" onClick={() => input.current?.click()}>
            {t(photo ? 'desk.photo.replace' : 'desk.photo.choose')}
          </Button>
          {photo && (
            <Button
              fit
              variant="quiet"
              busy={remove.isPending}
              onClick={() => remove.mutate(undefined, { onSuccess: () => showToast(t('desk.photo.removed')) })}
            >
              {t('desk.photo.remove')}
            </Button>
          )}
        </div>
      </div>
      {chosen && <CropDialog chosenFile={chosen} clinicianId={clinicianId} onClose={leave} />}
    </section>
  )
}

/** Opens the chosen file and revokes its URL when another is chosen or the page unmounts. */
function useChosen() {
  const [chosenFile, setChosenFile] = useState<ChosenFile>()
  const [problem, setProblem] = useState<ChosenFileProblem>()
  useEffect(() => () => chosenFile && releaseFile(chosenFile), [chosenFile])
  return {
    chosen: chosenFile,
    problem,
    leave: () => setChosenFile(undefined),
    choose(file: File | undefined) {
      setProblem(undefined)
      if (!file) return
      void openChosen(file).then((opened) => (typeof opened === 'string' ? setProblem(opened) : setChosenFile(opened)))
    },
  }
}

/** Lets the user crop the picture to the square that patients will see. */
function CropDialog({
  chosenFile,
  clinicianId,
  onClose,
}: {
  chosenFile: ChosenFile
  clinicianId: string
  onClose: () => void
}) {
  const [crop, setCrop] = useState(() => initialCrop(chosenFile))
  const put = useUploadPhoto(clinicianId)
  const done = () => {
    showToast(t('desk.photo.done'))
    onClose()
  }
  const save = async () => put.mutate(await cropToBlob(chosenFile, crop), { onSuccess: done })
  return (
    <Dialog
      open
      title={t('desk.photo.cropTitle')}
      onClose={onClose}
      actions={
        <Button variant="primary" busy={put.isPending} onClick={() => void save()}>
          {t('desk.photo.save')}
        </Button>
      }
    >
      <Failure failure={put.error} />
      <div className={css.crop}>
        <CropStage chosenFile={chosenFile} crop={crop} onChange={setCrop} />
        <label className={css.zoom}>
          <span>{t('desk.photo.zoom')}</span>
          <input
            type="range"
            min={1}
            max={maxZoom(chosenFile)}
            step={0.02}
            value={crop.zoom}
            aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
            onChange={({ target }) => setCrop(zoomCrop(crop, chosenFile, target.valueAsNumber))}
          />
        </label>
        <figure className={css.previews}>
          <figcaption>{t('desk.photo.preview')}</figcaption>
          {[128, 64, 40].map((size) => (
            <span key={size} className={css.round} style={{ inlineSize: size, blockSize: size }}>
              <Cut chosenFile={chosenFile} crop={crop} />
            </span>
          ))}
        </figure>
      </div>
    </Dialog>
  )
}

interface CropStageProps {
  chosenFile: ChosenFile
  crop: Crop
  onChange: (crop: Crop) => void
}

/** The picture under a round window: the user drags it, taps its centre, or moves it with the arrow keys. */
function CropStage({ chosenFile, crop, onChange }: CropStageProps) {
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
    if (from.way > STILL) onChange(moveCrop(from.crop, chosenFile, from.x - x, from.y - y))
  }
  function release(event: PointerEvent): void {
    const from = held.current
    held.current = undefined
    const { x, y } = at(event)
    if (from && from.way <= STILL) onChange(moveCrop(crop, chosenFile, x - 0.5, y - 0.5))
  }
  function press(event: KeyboardEvent): void {
    const direction = ARROWS[event.key]
    if (!direction) return
    event.preventDefault()
    const step = event.shiftKey ? LARGE_STEP : STEP
    onChange(moveCrop(crop, chosenFile, direction[0] * step, direction[1] * step))
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
      <Cut chosenFile={chosenFile} crop={crop} />
      <span className={css.window} />
    </div>
  )
}

/** A preview of the crop that fills its container. */
function Cut({ chosenFile, crop }: Pick<CropStageProps, 'chosenFile' | 'crop'>) {
  const { left, top, side } = cropArea(crop, chosenFile)
  const part = (length: number) => `${(length / side) * 100}%`
  const position = {
    inlineSize: part(chosenFile.width),
    blockSize: part(chosenFile.height),
    left: part(-left),
    top: part(-top),
  }
  return <img src={chosenFile.url} alt="" className={css.cut} style={position} draggable={false} />
}
