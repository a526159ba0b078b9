import type { DeskConsultation } from '@cuida/core/care/queue/desk-api.ts'
import { afterPuttingBack } from '@cuida/core/consultation/rescue.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { isGone } from '@cuida/ui/client/call-failed.ts'
import { Loaded } from '@cuida/ui/Loaded/Loaded.tsx'
import { t } from '@cuida/ui/words/words.ts'
import { useLocation } from 'wouter'
import { useFocusOnArrival } from '../../kit/place/focus.ts'
import { PlaceHeading } from '../../kit/place/Place.tsx'
import { CancelCare } from '../CancelCare.tsx'
import { CallPanel } from '../call/CallPanel.tsx'
import { GuestPanel } from '../guest/GuestPanel.tsx'
import { NotesPanel } from '../NotesPanel.tsx'
import { NextSteps } from '../next-step/NextSteps.tsx'
import { PatientHeader } from '../PatientHeader.tsx'
import { PrescriptionPanel } from '../prescription/PrescriptionPanel.tsx'
import { useDeskConsultation } from '../queries.ts'
import { PatientSafety, SafetyFacts } from '../record/PatientSafety.tsx'
import { PatientTabs } from '../record/PatientTabs.tsx'
import { PutBack } from '../rescue/PutBack.tsx'
import { SignedNotes } from '../SignedNotes.tsx'
import { HandedOver } from '../sharing/HandedOver.tsx'
import { mayCancel } from '../standing.ts'
import { Gone } from '../states.tsx'
import css from './ConsultationDetail.module.css'
import { TakePanel } from './TakePanel.tsx'

interface ConsultationDetailProps {
  id: string
  taking: boolean
  onAttend: (id: string) => void
  onClosed: (name: string) => void
}

/** Who it is and why they come, beside the call and the notes. */
export function ConsultationDetail({ id, taking, onAttend, onClosed }: ConsultationDetailProps) {
  const consultation = useDeskConsultation(id)
  const { data, error } = consultation
  const go = useLocation()[1]
  const here = useFocusOnArrival<HTMLDivElement>()
  if (isGone(error)) return <Gone />
  return (
    <>
      <div className={css.back} ref={here} tabIndex={-1}>
        <PlaceHeading>{t('desk.detail.patient')}</PlaceHeading>
        <Button variant="quiet" icon="back" onClick={() => go('/')}>
          {t('desk.detail.toQueue')}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by itself and holds nothing else to focus */}
      <section className={css.patient} tabIndex={0} aria-label={t('desk.detail.patient')}>
        <Loaded of={consultation} lines={6} aging>
          {(data) => (
            <>
              <PatientHeader consultation={data}>
                {data.heldByMe ? (
                  <PatientSafety patientId={data.patient.id} />
                ) : (
                  <SafetyFacts statements={data.statements} />
                )}
              </PatientHeader>
              <PatientTabs consultation={data} />
            </>
          )}
        </Loaded>
      </section>
      <div className={css.work}>
        {data && <Work consultation={data} taking={taking} onAttend={onAttend} onClosed={onClosed} />}
      </div>
    </>
  )
}

interface WorkProps extends Omit<ConsultationDetailProps, 'id'> {
  consultation: DeskConsultation
}

function Work({ consultation, taking, onAttend, onClosed }: WorkProps) {
  if (!consultation.heldByMe)
    return (
      <>
        <TakePanel consultation={consultation} busy={taking} onAttend={onAttend} />
        <PrescriptionPanel key={consultation.id} consultation={consultation} />
        <SignedNotes id={consultation.id} notes={consultation.notes} privateNote={consultation.privateNote} />
        <OtherActions consultation={consultation} />
      </>
    )
  return (
    <>
      <div className={css.acts}>
        <HandedOver consultation={consultation} />
        <CallPanel consultation={consultation} />
        <GuestPanel key={`guest ${consultation.id}`} consultation={consultation} />
      </div>
      <div className={css.notes}>
        <NotesPanel consultation={consultation} onClosed={onClosed} />
      </div>
      <div className={css.rest}>
        <PrescriptionPanel key={consultation.id} consultation={consultation} />
        <NextSteps key={`next ${consultation.id}`} consultation={consultation} />
        <SignedNotes id={consultation.id} notes={consultation.notes} privateNote={consultation.privateNote} />
        <OtherActions consultation={consultation} />
      </div>
    </>
  )
}

/** What ends a consultation or gives it back: folded away, below what is pressed all day, and not there while a call is on. */
function OtherActions({ consultation }: { consultation: DeskConsultation }) {
  const mayPutBack = consultation.heldByMe && afterPuttingBack(consultation, 'CLINICIAN') !== undefined
  if (consultation.callMedium || !(mayPutBack || mayCancel(consultation))) return null
  return (
    <details className={css.other}>
      <summary>{t('desk.detail.otherActions')}</summary>
      {mayPutBack && <PutBack consultation={consultation} />}
      <CancelCare consultation={consultation} />
    </details>
  )
}
