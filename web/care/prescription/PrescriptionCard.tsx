import { itemLine, itemQuantity } from '@cuida/core/care/prescription/item-line.ts'
import type { Prescription } from '@cuida/core/care/prescription/prescription.ts'
import { getPrescriptionAccess } from '@cuida/core/care/prescription/prescription-api.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button, LinkButton } from '@cuida/ui/Button/Button.tsx'
import { Card } from '@cuida/ui/Card/Card.tsx'
import { refusedWith } from '@cuida/ui/client/call-failed.ts'
import type { IconName } from '@cuida/ui/Icon/Icon.tsx'
import { dayOf, formatDate } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { type ChipTone, StatusChip } from '@cuida/ui/StatusChip/StatusChip.tsx'
import type { ReactNode } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { DownloadButton } from '../issued-document/DownloadButton.tsx'
import css from './Prescription.module.css'
import { useAccess } from './prescription-queries.ts'

interface PrescriptionCardProps {
  prescription: Prescription
  /** Patient and origin, where the page does not make them clear. */
  children?: ReactNode
}

/** A prescription: medication, dosage, validity, and access for a pharmacy. */
export function PrescriptionCard({ prescription, children }: PrescriptionCardProps) {
  const { clinician, consultationId, items, signedAt, validUntil, state, time } = prescription
  const { timeZone } = usePartner()
  return (
    <Card>
      <div className={css.prescription}>
        <p>
          <StateChip prescription={prescription} />
        </p>
        <ol className={css.items}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a signed list never changes
            <li key={index} className={css.item}>
              <p className={css.medicine}>{item.medicine}</p>
              <p>{itemLine(item, t)}</p>
              <p className={css.faint}>{[itemQuantity(item, t), item.instructions].filter(Boolean).join(' · ')}</p>
            </li>
          ))}
        </ol>
        <p className={css.faint}>
          {t('care.prescription.by', { name: clinician.name, licence: clinician.registrationNumber })} ·{' '}
          {formatDate(dayOf(signedAt, timeZone))}
          <br />
          {t('care.prescription.until', { day: formatDate(validUntil) })}
        </p>
        {state === 'sending' && <p>{t('care.prescription.sendingText')}</p>}
        {state === 'issued' && time === 'current' && <Pharmacy prescription={prescription} />}
        {(state === 'issued' || state === 'cancelling') && (
          <DownloadButton type="prescription" id={consultationId} prescriptionId={prescription.id} at={signedAt} />
        )}
        {children}
      </div>
    </Card>
  )
}

const CHIPS: Record<string, { tone: ChipTone; icon: IconName }> = {
  sending: { tone: 'neutral', icon: 'clock' },
  issued: { tone: 'success', icon: 'check' },
  cancelling: { tone: 'neutral', icon: 'clock' },
  cancelled: { tone: 'neutral', icon: 'close' },
  expired: { tone: 'neutral', icon: 'calendar' },
}

function StateChip({ prescription: { state, time } }: { prescription: Prescription }) {
  const displayState = state === 'issued' && time === 'past' ? 'expired' : state
  const appearance = CHIPS[displayState] ?? { tone: 'neutral', icon: 'info' }
  return <StatusChip {...appearance}>{t(`care.prescription.state.${displayState}`)}</StatusChip>
}

/** Fetched from the provider each time, so that neither URL nor code is stored on a phone. */
function Pharmacy({ prescription }: { prescription: Prescription }) {
  const access = useAccess(prescription)
  const isNotIssued = refusedWith(getPrescriptionAccess, access.error, 'NOT_ISSUED')
  if (!access.data)
    return (
      <>
        {isNotIssued && <Alert tone="warning" title={t('care.prescription.NOT_ISSUED')} />}
        <FailureAlert failure={isNotIssued ? undefined : access.error} />
        <Button icon="file" busy={access.isPending} onClick={() => access.mutate()}>
          {t('care.prescription.pharmacy')}
        </Button>
      </>
    )
  const { link, unlockCode, documentUrl } = access.data
  const away = { target: '_blank', rel: 'noopener noreferrer' } as const
  return (
    <div className={css.pharmacy} role="status">
      <p>{t('care.prescription.codeText')}</p>
      <p>
        <span className={css.faint}>{t('care.prescription.code')}</span>
        <br />
        <strong className={css.code}>{unlockCode}</strong>
      </p>
      <LinkButton variant="primary" href={link} {...away}>
        {t('care.prescription.open')}
      </LinkButton>
      <LinkButton variant="quiet" icon="download" href={documentUrl} {...away}>
        {t('care.prescription.paper')}
      </LinkButton>
    </div>
  )
}
