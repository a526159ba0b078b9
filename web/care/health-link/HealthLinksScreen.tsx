import { HEALTH_LINK_DAYS } from '@cuida/core/fhir/health-link.ts'
import type { HealthLink } from '@cuida/core/fhir/health-link-api.ts'
import { Button } from '@cuida/ui/Button/Button.tsx'
import { Card, Stack } from '@cuida/ui/Card/Card.tsx'
import { CopyButton } from '@cuida/ui/CopyButton/CopyButton.tsx'
import { Dialog } from '@cuida/ui/Dialog/Dialog.tsx'
import { EmptyState } from '@cuida/ui/EmptyState/EmptyState.tsx'
import { useDialogForm } from '@cuida/ui/FormDialog/use-dialog-form.ts'
import { formatRelativeMoment, truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QrTile } from '@cuida/ui/QrCode/QrTile.tsx'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { RadioGroup } from '@cuida/ui/RadioGroup/RadioGroup.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { Skeleton } from '@cuida/ui/Skeleton/Skeleton.tsx'
import { TextInput } from '@cuida/ui/TextInput/TextInput.tsx'
import { useState } from 'react'
import { usePartner } from '../../kit/content/partner.tsx'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { FailureAlert } from '../../kit/failure/FailureAlert.tsx'
import { Identity } from '../../profile/account/Identity.tsx'
import { RecordNotFound } from '../record/RecordNotFound.tsx'
import { type RecordOwner, useRecordOwners } from '../record/record-queries.ts'
import css from './HealthLink.module.css'
import { type NewHealthLink, useCreateHealthLink, useEndHealthLink, useHealthLinks } from './health-link-queries.ts'

/** Links with which others read the patient's health summary: new ones, the present ones, and who opened them. */
export function HealthLinksScreen({ params }: { params: Record<string, string> }) {
  const family = useRecordOwners()
  const member = family.find(({ emrId }) => emrId === params.emrId)
  const title = member?.isDependant
    ? t('care.healthLink.titleOf', { name: truncateName(member.firstName) })
    : t('care.healthLink.title')
  return (
    <Screen title={title} lead={t('care.healthLink.lead')} identity={member && <Identity patientId={member.id} />}>
      {family.length === 0 ? <Skeleton lines={6} /> : member ? <HealthLinks member={member} /> : <RecordNotFound />}
    </Screen>
  )
}

function HealthLinks({ member: { id } }: { member: RecordOwner }) {
  const links = useHealthLinks(id)
  const [isNew, setNew] = useState(false)
  const [shownId, setShownId] = useState<string>()
  const shown = links.data?.items.find((link) => link.id === shownId)
  return (
    <Stack>
      <Button variant="primary" icon="plus" onClick={() => setNew(true)}>
        {t('care.healthLink.new')}
      </Button>
      <QueryBoundary query={links} lines={4} keepsStale>
        {({ items }) =>
          items.length === 0 ? (
            <EmptyState title={t('care.healthLink.empty')} />
          ) : (
            <Stack>
              {items.map((link) => (
                <LinkCard key={link.id} patientId={id} link={link} onShow={() => setShownId(link.id)} />
              ))}
            </Stack>
          )
        }
      </QueryBoundary>
      {isNew && (
        <NewLink patientId={id} onClose={() => setNew(false)} onCreated={({ id: newId }) => setShownId(newId)} />
      )}
      {shown?.state === 'open' && <ShownLink link={shown} onClose={() => setShownId(undefined)} />}
    </Stack>
  )
}

function LinkCard({ patientId, link, onShow }: { patientId: string; link: HealthLink; onShow: () => void }) {
  const { timeZone } = usePartner()
  const end = useEndHealthLink(patientId)
  const isOpen = link.state === 'open'
  return (
    <Card>
      <p>
        <strong>{link.label ?? t('care.healthLink.unnamed')}</strong>
      </p>
      <p role="status">
        {t(`care.healthLink.state.${link.state}`, { when: formatRelativeMoment(link.expiresAt, timeZone) })}
      </p>
      {link.openings.length === 0 ? (
        <p className={css.hint}>{t('care.healthLink.notOpened')}</p>
      ) : (
        <>
          <p className={css.hint}>{t('care.healthLink.opened', { count: link.openedTimes })}</p>
          <ul className={css.openings}>
            {link.openings.map(({ recipient, at }) => (
              <li key={at}>
                {t('care.healthLink.openedBy', { who: recipient, when: formatRelativeMoment(at, timeZone) })}
              </li>
            ))}
          </ul>
        </>
      )}
      <FailureAlert failure={end.error} />
      {isOpen && (
        <div className={css.actions}>
          <Button icon="eye" onClick={onShow}>
            {t('care.healthLink.show')}
          </Button>
          <Button icon="close" busy={end.isPending} onClick={() => end.mutate(link.id)}>
            {t('care.healthLink.end')}
          </Button>
        </div>
      )}
    </Card>
  )
}

interface NewLinkProps {
  patientId: string
  onClose: () => void
  onCreated: (link: HealthLink) => void
}

function NewLink({ patientId, onClose, onCreated }: NewLinkProps) {
  const create = useCreateHealthLink(patientId)
  const form = useDialogForm({
    initial: { label: '', days: '7', passcode: '' },
    check: ({ passcode }) => ({
      passcode: passcode.trim() !== '' && passcode.trim().length < 4 ? 'TOO_SHORT' : undefined,
    }),
    submit: ({ label, days, passcode }) =>
      create.mutateAsync({
        days: Number(days) as NewHealthLink['days'],
        ...(label.trim() ? { label: label.trim() } : {}),
        ...(passcode.trim() ? { passcode: passcode.trim() } : {}),
      }),
    message: (field, problem) => t(`care.healthLink.${field}.${problem}`),
    done: (link) => void onCreated(link),
    onClose,
  })
  return (
    <FormDialog form={form} title={t('care.healthLink.new')} act={t('care.healthLink.create')}>
      <TextInput
        label={t('care.healthLink.label')}
        hint={t('care.healthLink.labelHint')}
        maxLength={60}
        autoComplete="off"
        {...form.field('label')}
      />
      <RadioGroup
        label={t('care.healthLink.days')}
        options={HEALTH_LINK_DAYS.map((days) => ({ value: String(days), label: t(`care.healthLink.days.${days}`) }))}
        {...form.field('days')}
      />
      <TextInput
        label={t('care.healthLink.passcode')}
        hint={t('care.healthLink.passcodeHint')}
        maxLength={40}
        autoComplete="off"
        {...form.field('passcode')}
      />
    </FormDialog>
  )
}

/** The QR code for somebody in the room, and the link for anybody else. */
function ShownLink({ link: { label, url, hasPasscode }, onClose }: { link: HealthLink; onClose: () => void }) {
  const share = () => void navigator.share({ url }).catch(() => {})
  return (
    <Dialog open title={label ?? t('care.healthLink.unnamed')} onClose={onClose}>
      <Stack>
        <QrTile text={url} label={t('care.healthLink.qr')} />
        <p>{t('care.healthLink.shareText')}</p>
        {hasPasscode && <p>{t('care.healthLink.tellPasscode')}</p>}
        {'share' in navigator && (
          <Button variant="primary" icon="upload" onClick={share}>
            {t('ui.guest.share')}
          </Button>
        )}
        <CopyButton text={url} variant={'share' in navigator ? 'secondary' : 'primary'} />
      </Stack>
    </Dialog>
  )
}
