import type { AssignedEditRequest, EmergencyAccess } from '@cuida/core/care/record/desk-record-api.ts'
import { dayInUtc, isRealDay } from '@cuida/core/profile/account/age.ts'
import { Alert } from '@cuida/ui/Alert/Alert.tsx'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { CallFailed, isGone } from '@cuida/ui/client/call-failed.ts'
import { serverDate } from '@cuida/ui/client/server-clock.ts'
import { DateOfBirth } from '@cuida/ui/DateOfBirth/DateOfBirth.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { ErrorSummary } from '@cuida/ui/ErrorSummary/ErrorSummary.tsx'
import { useForm } from '@cuida/ui/forms/use-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useLocation } from 'wouter'
import { formatWhen } from '../../kit/clinic-time.ts'
import { Failure } from '../../kit/Failure.tsx'
import { DetailHeader, DetailTitle } from '../../kit/page/Detail.tsx'
import { PageLinkButton } from '../../kit/page/PageLinkButton.tsx'
import {
  type MarkTone,
  PageDetail,
  PageEmpty,
  PageNote,
  PagePanel,
  PageRow,
  PageRows,
} from '../../kit/page/PageList.tsx'
import { useStaff } from '../../kit/session.ts'
import { sentenceProblem } from '../prescription/sentence-problem.ts'
import { EmergencyAccessDetail } from './EmergencyAccessDetail.tsx'
import { SafetyFacts } from './PatientSafety.tsx'
import { RecordPanel } from './RecordPanel.tsx'
import css from './RecordsPage.module.css'
import { breakGlassInput, useBreakGlass, useEditRequests, useEmergencyAccesses, useRecord } from './record-queries.ts'
import type { RecordsPage as Page } from './records-page.ts'

const TONES: Record<string, MarkTone> = { open: 'accent', 'not-justified': 'danger' }

/**
 * Beside the list: a patient's record, an emergency access to review, or the form to open a record in an emergency.
 */
export function RecordsPage({ page }: { page: Page }) {
  if (page.is === 'list') return <PageEmpty title={t('desk.records.choose')}>{t('desk.records.chooseText')}</PageEmpty>
  return (
    <PageDetail title={t('desk.records.title')} back={{ to: '/records', label: t('desk.records.back') }}>
      {page.is === 'emergency' && <BreakGlassForm />}
      {page.is === 'patient' && <PatientRecord key={page.patientId} patientId={page.patientId} />}
      {page.is === 'opening' && <EmergencyAccessDetail key={page.emergencyAccessId} id={page.emergencyAccessId} />}
    </PageDetail>
  )
}

function PatientRecord({ patientId }: { patientId: string }) {
  const { data, error } = useRecord(patientId)
  if (isGone(error)) return <EmptyState title={t('desk.records.gone')}>{t('desk.records.goneText')}</EmptyState>
  return (
    <div className={css.narrow}>
      {data && (
        <DetailHeader
          title={`${data.patient.firstName} ${data.patient.lastName}`}
          lead={[t('desk.patient.age', { age: data.patient.age }), t(`desk.patient.sex.${data.patient.sex}`)].join(
            ' · ',
          )}
        >
          <SafetyFacts entries={data.entries} statements={data.statements} />
        </DetailHeader>
      )}
      <RecordPanel patientId={patientId} />
    </div>
  )
}

/** Edit requests to answer, emergency accesses to review, and a link to open a record in an emergency. */
export function RecordsList({ selectedId }: { selectedId: string | undefined }) {
  const { data: staff } = useStaff()
  const isClinician = staff !== undefined && staff.role !== 'clinical-manager'
  return (
    <PagePanel>
      {isClinician && <Requests selectedId={selectedId} />}
      {staff?.role.includes('clinical-manager') && <EmergencyAccesses selectedId={selectedId} />}
      {isClinician && (
        <PageLinkButton href="/records/emergency" icon="lock">
          {t('desk.record.emergency.open')}
        </PageLinkButton>
      )}
    </PagePanel>
  )
}

function Requests({ selectedId }: { selectedId: string | undefined }) {
  return (
    <section className={css.part} aria-labelledby="requests-title">
      <h2 id="requests-title">{t('desk.records.requests')}</h2>
      <QueryBoundary query={useEditRequests()} lines={4} empty={<PageNote>{t('desk.records.noRequests')}</PageNote>}>
        {({ items }) => (
          <PageRows>
            {items.map((request) => (
              <RequestRow key={request.id} request={request} isChosen={request.patient.id === selectedId} />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
    </section>
  )
}

function RequestRow({
  request: { patient, section, createdAt },
  isChosen,
}: {
  request: AssignedEditRequest
  isChosen: boolean
}) {
  return (
    <PageRow
      href={`/records/patients/${patient.id}`}
      isChosen={isChosen}
      name={`${patient.firstName} ${patient.lastName}`}
      facts={`${t(`care.record.kind.${section}`)} · ${formatWhen(createdAt)}`}
    />
  )
}

function EmergencyAccesses({ selectedId }: { selectedId: string | undefined }) {
  return (
    <section className={css.part} aria-labelledby="openings-title">
      <h2 id="openings-title">{t('desk.records.openings')}</h2>
      <QueryBoundary
        query={useEmergencyAccesses()}
        lines={4}
        empty={<PageNote>{t('desk.records.noOpenings')}</PageNote>}
      >
        {({ items }) => (
          <PageRows>
            {items.map((emergencyAccess) => (
              <EmergencyAccessRow
                key={emergencyAccess.id}
                emergencyAccess={emergencyAccess}
                isChosen={emergencyAccess.id === selectedId}
              />
            ))}
          </PageRows>
        )}
      </QueryBoundary>
    </section>
  )
}

function EmergencyAccessRow({
  emergencyAccess: { id, by, openedAt, verdict },
  isChosen,
}: {
  emergencyAccess: EmergencyAccess
  isChosen: boolean
}) {
  const state = verdict ?? 'open'
  return (
    <PageRow
      href={`/records/openings/${id}`}
      isChosen={isChosen}
      name={by}
      facts={formatWhen(openedAt)}
      mark={t(`desk.records.verdict.${state}`)}
      tone={TONES[state] ?? 'quiet'}
    />
  )
}

/** Finds a record by the patient's own details: there is no list to search for people. */
function BreakGlassForm() {
  const open = useBreakGlass()
  const go = useLocation()[1]
  const form = useForm({
    initial: { phone: '', dateOfBirth: '', firstName: '', reason: '' },
    check: ({ phone, dateOfBirth, reason }) => ({
      phone: phone.replaceAll(/\D/g, '').length < 6 ? 'REQUIRED' : undefined,
      dateOfBirth: isRealDay(dateOfBirth) && dateOfBirth <= dayInUtc(serverDate()) ? undefined : 'REQUIRED',
      reason: sentenceProblem(reason, 20),
    }),
    submit: async (typed) => {
      go(`/records/patients/${(await open.mutateAsync(breakGlassInput(typed))).patientId}`)
    },
    message: (field, code) => t(`desk.record.emergency.${field}.${code}`),
  })
  const several = form.failure instanceof CallFailed && form.failure.code === 'SEVERAL_PEOPLE'
  return (
    <form className={css.form} {...form.props}>
      <DetailTitle>{t('desk.record.emergency.open')}</DetailTitle>
      <Alert tone="warning" title={t('desk.record.emergency.text')} />
      <ErrorSummary {...form.summary} />
      <TextInput
        label={t('desk.record.emergency.phone')}
        hint={t('desk.record.emergency.phoneHint')}
        type="tel"
        autoComplete="off"
        {...form.field('phone')}
      />
      <DateOfBirth label={t('desk.patient.birth')} others {...form.field('dateOfBirth')} />
      <TextInput
        label={t('desk.record.emergency.firstName')}
        hint={t('desk.record.emergency.firstNameHint')}
        optional={!several}
        autoComplete="off"
        {...form.field('firstName')}
      />
      <TextArea
        label={t('desk.record.emergency.reason')}
        hint={t('desk.record.emergency.reasonHint')}
        most={500}
        {...form.field('reason')}
      />
      <Failure failure={form.failure} />
      <Button type="submit" variant="danger" icon="lock" busy={form.busy}>
        {t('desk.record.emergency.confirm')}
      </Button>
    </form>
  )
}
