import { truncateName } from '@cuida/ui/i18n/format.ts'
import { t } from '@cuida/ui/i18n/messages.ts'
import { QueryBoundary } from '@cuida/ui/QueryBoundary/QueryBoundary.tsx'
import { Screen } from '@cuida/ui/Screen/Screen.tsx'
import { failureMessage } from '../../kit/failure/FailureAlert.tsx'
import { pathOf } from '../../routes.ts'
import { FoundDependant } from '../family/FoundDependant.tsx'
import { useAddress } from '../queries.ts'
import { AddressForm } from './AddressForm.tsx'

/** A dependant's address: the account holder's unless another is given. */
export function DependantAddressScreen({ params }: { params: Record<string, string> }) {
  const id = params.id ?? ''
  const address = useAddress(id, 'home')
  return (
    <FoundDependant id={id}>
      {({ firstName }) => (
        <Screen
          title={t('profile.family.addressTitle', { name: truncateName(firstName) })}
          lead={t('profile.family.addressLead')}
        >
          <QueryBoundary query={address} lines={7} errorTitle={failureMessage}>
            {(data) => (
              <AddressForm
                patientId={id}
                kind="home"
                known={data.address}
                hasOwnBilling
                isOther
                backTo={pathOf('editDependant', { id })}
              />
            )}
          </QueryBoundary>
        </Screen>
      )}
    </FoundDependant>
  )
}
