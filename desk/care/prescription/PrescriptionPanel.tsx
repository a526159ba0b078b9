import type { PrescribedItem } from '@cuida/core/care/prescription/prescription.ts'
import type { listDeskPrescriptions } from '@cuida/core/care/prescription/prescription-api.ts'
import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import type { Reply } from '@cuida/core/kit/call.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { t } from '@cuida/ui/i18n/messages.ts'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { useEffect, useRef, useState } from 'react'
import { clinicToday, formatWhen } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { useHotKey } from '../../kit/hot-keys.ts'
import { ItemList } from './ItemList.tsx'
import css from './Prescription.module.css'
import { PrescriptionForm } from './PrescriptionForm.tsx'
import { PrescriptionRow } from './PrescriptionRow.tsx'
import { drafts, newDraft, renewedItems } from './prescription-draft.ts'
import { type Opened, usePrescriptions, useRecordSigned, useWindow } from './prescription-queries.ts'

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

/** What was prescribed in this consultation, what became of it, and, for who holds it, the next one. */
export function PrescriptionPanel({ consultation }: { consultation: DeskConsultation }) {
  const { id, heldByMe, patient } = consultation
  const { data, error } = usePrescriptions(id)
  const [writing, setWriting] = useState<'new' | 'renewed' | undefined>(drafts.has(id) ? 'new' : undefined)
  // Without a provider, or in a product that leads to no prescription, what was prescribed before is read and nothing is written.
  const writes = heldByMe && data?.signing !== 'nowhere'
  useHotKey('p', () => writes && setWriting('new'))
  if (!writes && !data?.items.length) return null
  return (
    <section aria-labelledby="prescriptions-title">
      <Card>
        <h2 id="prescriptions-title">{t('desk.prescription.title')}</h2>
        {!data && <Failure failure={error} />}
        {data && data.items.length > 0 && (
          <ul className={css.list}>
            {data.items.map((one) => (
              <PrescriptionRow key={one.id} consultationId={id} patient={patient} prescription={one} />
            ))}
          </ul>
        )}
        {writes && data && !writing && (
          <Button icon="plus" aria-keyshortcuts="p" onClick={() => setWriting('new')}>
            {t('desk.prescription.new')} <kbd className={css.key}>P</kbd>
          </Button>
        )}
        {writes && data?.signing === 'here' && !writing && data.earlier.length > 0 && (
          <EarlierPrescriptions
            earlier={data.earlier}
            onRenew={(items) => {
              drafts.set(id, { ...newDraft(clinicToday()), items })
              setWriting('renewed')
            }}
          />
        )}
        {writes && writing && data?.signing === 'there' && (
          <PrescriptionWindow id={id} onClose={() => setWriting(undefined)} />
        )}
        {writes && writing && data?.signing === 'here' && (
          <PrescriptionForm
            id={id}
            known={data}
            isRenewing={writing === 'renewed'}
            patient={patient}
            onClose={() => setWriting(undefined)}
          />
        )}
      </Card>
    </section>
  )
}

interface EarlierPrescriptionsProps {
  earlier: Reply<typeof listDeskPrescriptions>['earlier']
  onRenew: (items: PrescribedItem[]) => void
}

/** What this patient was prescribed before. Renewing fills a prescription with it: it is looked at and signed, nothing is typed. */
function EarlierPrescriptions({ earlier, onRenew }: EarlierPrescriptionsProps) {
  return (
    <details className={css.earlier}>
      <summary>{t('desk.prescription.earlier', { count: earlier.length })}</summary>
      <ul className={css.list}>
        {earlier.map(({ id, author, signedAt, items }) => {
          const renewed = renewedItems(items)
          return (
            <li key={id} className={css.one}>
              <ItemList items={items} />
              <p className={css.faint}>{t('desk.prescription.by', { author, when: formatWhen(signedAt) })}</p>
              {renewed ? (
                <Button icon="refresh" fit onClick={() => onRenew(renewed)}>
                  {t('desk.prescription.renew')}
                </Button>
              ) : (
                <p className={css.faint}>{t('desk.prescription.notRenewable')}</p>
              )}
            </li>
          )
        })}
      </ul>
    </details>
  )
}

/** Where the provider has its prescriptions written and signed in a window of its own. */
function PrescriptionWindow({ id, onClose }: { id: string; onClose: () => void }) {
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
