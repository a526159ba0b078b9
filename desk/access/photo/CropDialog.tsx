import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { t } from '@cuida/ui/words/words.ts'
import { useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import { CropStage, Cut } from './CropStage.tsx'
import { type Chosen, cutOut } from './chosen.ts'
import { closestOf, firstCrop, zoomed } from './crop.ts'
import css from './Photo.module.css'
import { usePutPhoto } from './queries.ts'

interface CropDialogProps {
  chosen: Chosen
  clinicianId: string
  onClose: () => void
}

/** The square of a picture that becomes a face, as it will be seen. */
export function CropDialog({ chosen, clinicianId, onClose }: CropDialogProps) {
  const [crop, setCrop] = useState(() => firstCrop(chosen))
  const put = usePutPhoto(clinicianId)
  const done = () => {
    showToast(t('desk.photo.done'))
    onClose()
  }
  const save = async () => put.mutate(await cutOut(chosen, crop), { onSuccess: done })
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
        <CropStage chosen={chosen} crop={crop} onChange={setCrop} />
        <label className={css.zoom}>
          <span>{t('desk.photo.zoom')}</span>
          <input
            type="range"
            min={1}
            max={closestOf(chosen)}
            step={0.02}
            value={crop.zoom}
            aria-valuetext={`${Math.round(crop.zoom * 100)} %`}
            onChange={({ target }) => setCrop(zoomed(crop, chosen, target.valueAsNumber))}
          />
        </label>
        <figure className={css.previews}>
          <figcaption>{t('desk.photo.preview')}</figcaption>
          {[128, 64, 40].map((size) => (
            <span key={size} className={css.round} style={{ inlineSize: size, blockSize: size }}>
              <Cut chosen={chosen} crop={crop} />
            </span>
          ))}
        </figure>
      </div>
    </Dialog>
  )
}
