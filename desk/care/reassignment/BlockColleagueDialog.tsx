import type { Person } from '@cuida/core/access/people/people-api.ts'
import type { OpenConsultation } from '@cuida/core/care/reassignment/reassignment-api.ts'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextArea } from '@cuida/ui/TextArea/TextArea.tsx'
import { showToast } from '@cuida/ui/Toast/toasts.ts'
import { usePerformAccountAction } from '../../access/people/queries.ts'
import { formatWhen } from '../../kit/clinic-time.ts'
import { FormDialog } from '../../kit/page/FormDialog.tsx'
import { MAX_REASON_LENGTH, reasonProblem } from '../../kit/reason.ts'
import css from './OpenConsultationsScreen.module.css'
import { ReassignmentCandidates } from './ReassignmentDialog.tsx'
import { reassignmentInput, useColleagueConsultations, useReassignmentAction } from './reassignment-queries.ts'

const RESOLUTIONS = ['reassign', 'offer', 'cancel', 'later'] as const
type Resolution = (typeof RESOLUTIONS)[number]

/** Messages for missing choices. */
const MESSAGE_KEYS: Readonly<Record<string, string>> = {
  resolution: 'desk.block.resolution.REQUIRED',
  to: 'desk.transfer.to.REQUIRED',
}

/** Blocks a colleague, after choosing what happens to the patients they hold and to their appointments. */
export function BlockColleagueDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const { name } = person
  const open = useColleagueConsultations(person.id)
  const block = usePerformAccountAction({ kind: person.kind, id: person.id })
  const reassignment = useReassignmentAction()
  const openConsultations = open.data?.items ?? []
  const form = useDialogForm<{ resolution: Resolution | ''; clinicianId: string; reason: string }>({
    initial: { resolution: '', clinicianId: '', reason: '' },
    check: ({ resolution, clinicianId, reason }) => ({
      resolution: resolution || openConsultations.length === 0 ? undefined : 'resolution',
      clinicianId: clinicianId || resolution !== 'reassign' ? undefined : 'to',
      reason: reasonProblem(reason),
    }),
    // Blocks first, so that the colleague takes no further patient while the resolutions are applied.
    submit: ({ reason }) => block.mutateAsync({ act: { name: 'block' }, reason: reason.trim() }),
    message: (_, code) => t(MESSAGE_KEYS[code] ?? `desk.people.reason.${code}`),
    done: (_, decided) => {
      void reassignOpen(decided)
      return t('desk.people.done.block', { name })
    },
    onClose,
  })
  const { resolution } = form.values
  async function reassignOpen({
    resolution,
    clinicianId,
  }: {
    resolution: Resolution | ''
    clinicianId: string
  }): Promise<void> {
    if (resolution === '' || resolution === 'later' || !open.data) return
    const input = reassignmentInput(resolution, open.data.items, { reason: 'BLOCKED', clinicianId })
    if (!input) return
    // The colleague is blocked and the dialog closed by now; failed resolutions are still reported.
    const response = await reassignment.mutateAsync(input).catch(() => undefined)
    const done = response?.results.filter(({ problem }) => problem === null).length ?? 0
    if (done > 0) showToast(t(`desk.reassignment.done.${resolution}`, { count: done }))
    if (done < input.ids.length) showToast(t('desk.block.left', { count: input.ids.length - done }))
  }
  return (
    <FormDialog
      form={form}
      title={t('desk.people.ask.block.title')}
      lead={t('desk.people.ask.block.text', { name })}
      // A list that fails to load does not prevent the block: the rest stays among the open consultations.
      act={open.data || open.error ? t('desk.people.act.block') : undefined}
      variant="danger"
      failure={open.error}
    >
      {!open.data && !open.error && <Skeleton lines={3} />}
      {openConsultations.length > 0 && (
        <>
          <p>{t('desk.block.theirs', { count: openConsultations.length })}</p>
          <ul className={css.names}>
            {openConsultations.map((one) => (
              <li key={one.id}>{lineOf(one)}</li>
            ))}
          </ul>
          <RadioGroup
            label={t('desk.block.resolution')}
            options={RESOLUTIONS.map((value) => ({
              value,
              label: t(`desk.block.resolution.${value}`),
              detail: t(`desk.block.resolution.${value}.detail`),
            }))}
            {...form.field('resolution')}
          />
          {resolution === 'reassign' && (
            <ReassignmentCandidates id={openConsultations[0]?.id} field={form.field('clinicianId')} />
          )}
        </>
      )}
      <TextArea
        label={t('desk.people.reason')}
        hint={t('desk.people.reasonHint')}
        most={MAX_REASON_LENGTH}
        {...form.field('reason')}
      />
    </FormDialog>
  )
}

const lineOf = ({ patient, startTime, product }: OpenConsultation): string =>
  [`${patient.firstName} ${patient.lastName}`, startTime && formatWhen(startTime), product.name]
    .filter(Boolean)
    .join(' · ')
