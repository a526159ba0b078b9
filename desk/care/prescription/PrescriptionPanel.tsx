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
import {
  type OpenedPrescriptionWindow,
  useOpenPrescriptionWindow,
  usePrescriptions,
  useRecordSigned,
} from './prescription-queries.ts'

/**
 * The sandbox of the provider's iframe, which must not navigate the desk's tab. Its host differs from the desk's
 * (decision 0064), so `allow-same-origin` gives it no access to the desk.
 */
const MAY = [
  // The module is a script that needs its own origin; the desk posts messages to that origin only.
  'allow-scripts allow-same-origin',
  // The provider's page searches medicines and selects certificates in forms, which do not submit without this, not
  // even to scripts.
  'allow-forms',
  // Clinicians whose certificate is kept elsewhere sign in there, in an unsandboxed window.
  'allow-popups allow-popups-to-escape-sandbox',
  // The signed prescription is downloaded or printed; browsers count printing as a modal.
  'allow-downloads allow-modals',
].join(' ')

/** The provider's module reports that it is ready within this time, or counts as unreachable. */
const READY_MS = 20_000

/** The consultation's prescriptions with their states, and the form for a new one for the clinician who holds it. */
export function PrescriptionPanel({ consultation }: { consultation: DeskConsultation }) {
  const { id, heldByMe, patient } = consultation
  const { data, error } = usePrescriptions(id)
  const [writing, setWriting] = useState<'new' | 'renewed' | undefined>(drafts.has(id) ? 'new' : undefined)
  // Without a prescription provider, or for a product without prescriptions, earlier ones are read-only.
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

/** The patient's earlier prescriptions. A renewal copies one for review and signature, with no typing. */
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

/** For providers whose prescriptions are written and signed in their own window. */
function PrescriptionWindow({ id, onClose }: { id: string; onClose: () => void }) {
  const window = useOpenPrescriptionWindow(id)
  const { mutate } = window
  useEffect(() => mutate(), [mutate])
  const [failed, setFailed] = useState(false)
  const record = useRecordSigned(id, onClose)
  // A signed prescription must not get lost: the dialog stays open, with a retry, until the server has its id.
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
  opened: OpenedPrescriptionWindow
  onSigned: (providerId: string) => void
  onFailed: () => void
}

/** A page of another origin: it receives the prescriber and the patient, and returns the id of the prescription. */
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
