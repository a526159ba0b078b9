import type { Consultation } from '@cuida/core/care/consultation.ts'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useRef, useState } from 'react'
import { pathOf } from '../../routes.ts'
import css from './Documents.module.css'
import { addFiles } from './uploads.ts'

/** What the file picker offers; a phone adds its own camera to it. */
export const ACCEPTED = 'image/jpeg,image/png,image/webp,image/heic,image/heif,application/pdf,.heic,.pdf'

/** Files from the device, or the camera. */
export function AddFiles({ consultation: { id, orderId }, isFirst }: { consultation: Consultation; isFirst: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  async function take(files: FileList | null): Promise<void> {
    if (!files || files.length === 0) return
    setBusy(true)
    await addFiles(id, [...files]).finally(() => setBusy(false))
    if (input.current) input.current.value = ''
  }
  return (
    <div className={css.add}>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED}
        aria-label={t('care.documents.choose')}
        onChange={({ target }) => void take(target.files)}
      />
      <Button icon="upload" busy={busy} onClick={() => input.current?.click()}>
        {t(isFirst ? 'care.documents.choose' : 'care.documents.more')}
      </Button>
      {orderId && (
        <LinkButton icon="camera" href={pathOf('attachmentCamera', { id: orderId, consultationId: id })}>
          {t('care.documents.camera')}
        </LinkButton>
      )}
    </div>
  )
}
