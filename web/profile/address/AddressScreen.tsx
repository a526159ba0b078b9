import { AddressKind } from '@cuida/core/profile/address/address.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { combineQueries } from '@cuida/ui/QueryBoundary/combine-queries.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import * as v from 'valibot'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { useSession } from '../../kit/session/session.tsx'
import { useAddress } from '../queries.ts'
import { AddressForm } from './AddressForm.tsx'

/** A2.28: the home or the billing address. */
export function AddressScreen({ params }: { params: Record<string, string> }) {
  const kind: AddressKind = v.is(AddressKind, params.kind) ? params.kind : 'home'
  const { profile } = useSession()
  const addressQuery = useAddress(profile?.id, kind)
  const billing = useAddress(profile?.id, 'billing')
  return (
    <Screen title={t(`profile.address.${kind}`)} lead={t(`profile.address.${kind}Lead`)}>
      <QueryBoundary query={combineQueries(addressQuery, billing)} lines={7} errorTitle={failureMessage}>
        {([{ address }, { source }]) =>
          profile && <AddressForm patientId={profile.id} kind={kind} known={address} hasOwnBilling={source === 'own'} />
        }
      </QueryBoundary>
    </Screen>
  )
}
