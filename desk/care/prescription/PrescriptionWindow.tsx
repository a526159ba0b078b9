import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useEffect, useRef, useState } from 'react'
import { Failure } from '../../kit/Failure.tsx'
import css from './Prescription.module.css'
import { type Opened, useRecordSigned, useWindow } from './prescription-queries.ts'

/** Where the provider has its prescriptions written and signed in a window of its own. */
export function PrescriptionWindow({ id, onClose }: { id: string; onClose: () => void }) {
  const window = useWindow(id)
  const { mutate } = window
  useEffect(() => mutate(), [mutate])
  const [failed, setFailed] = useState(false)
  const record = useRecordSigned(id, onClose)
  // What was signed must not get lost: until the server has its number, this stays open and offers to tell it again.
  const again = () => record.variables && record.mutate(record.variables)
  return (
    <Dialog open title={t('desk.prescription.window')} onClose={record.isPending || record.error ? undefined : onClose}>
      <div className={css.form}>
        <Failure failure={window.error ?? record.error} />
        {failed && <Alert tone="danger" title={t('desk.prescription.windowFailed')} />}
        {(window.error || failed) && (
          <Button
            icon="refresh"
            onClick={() => {
              setFailed(false)
              mutate()
            }}
          >
            {t('desk.prescription.windowAgain')}
          </Button>
        )}
        {record.error && <Button onClick={again}>{t('desk.prescription.tellAgain')}</Button>}
        {window.isPending && <Skeleton lines={4} />}
        {window.data && !failed && (
          <Frame
            opened={window.data}
            onSigned={(signedId) => record.mutate(signedId)}
            onFailed={() => setFailed(true)}
          />
        )}
      </div>
    </Dialog>
  )
}

/**
 * What the provider's page may; never take the desk's place in the tab. Its host is not the desk's (decision 0064), so that
 * being of its own origin shows it nothing of ours.
 */
const MAY = [
  // The module is a script, knows its own origin, and we speak to that origin alone.
  'allow-scripts allow-same-origin',
  // Medicines are looked for and a certificate is chosen in forms, which are silent without this even where scripts hear them.
  'allow-forms',
  // Whose certificate is kept elsewhere signs in there, in a window that works as any other.
  'allow-popups allow-popups-to-escape-sandbox',
  // What was signed is kept as a file, or printed, which a browser counts among questions that stop a page.
  'allow-downloads allow-modals',
].join(' ')

/** A module that was reached says so within this. */
const READY_MS = 20_000

interface FrameProps {
  opened: Opened
  onSigned: (providerId: string) => void
  onFailed: () => void
}

/** A page of another origin: it is told who prescribes for whom, and answers with a number. */
function Frame({ opened: { url, token, patient }, onSigned, onFailed }: FrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const timer = useRef(0)
  useEffect(() => {
    timer.current = setTimeout(onFailed, READY_MS) as unknown as number
    return () => clearTimeout(timer.current)
  }, [onFailed])
  function open(): void {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }: MessageEvent<{ type?: string; id?: unknown }>) => {
      clearTimeout(timer.current)
      if (data.type === 'failed') onFailed()
      if (data.type === 'signed' && typeof data.id === 'string') onSigned(data.id)
    }
    frame.current?.contentWindow?.postMessage({ type: 'open', token, patient }, new URL(url).origin, [port2])
  }
  const title = t('desk.prescription.window')
  return <iframe ref={frame} className={css.frame} sandbox={MAY} src={url} title={title} onLoad={open} />
}
