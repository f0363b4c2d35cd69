/// Passkeys: between what the server asks and what the browser's own dialogue gives.
import { t } from '../text';
import { Fault, rest } from './rest';
import type { Me, PasskeyInfo, PasskeyProof } from './types';

/// May this page use passkeys of the host the server names?
export function canUse(host: string | undefined): boolean {
  return (
    host !== undefined &&
    location.hostname === host &&
    window.isSecureContext &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  );
}

/// Somebody who closes the dialogue has not failed at anything of ours.
async function ask(dialogue: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const failed = (): Fault => new Fault('passkey/none', t('profile.passkeyFailed'), 0);
  let credential: Credential | null;
  try {
    credential = await dialogue();
  } catch {
    throw failed();
  }
  if (!(credential instanceof PublicKeyCredential)) throw failed();
  return credential;
}

function proof(ceremony: string, credential: PublicKeyCredential): PasskeyProof {
  return { ceremony, credential: { ...credential.toJSON() } };
}

/// A new passkey for one's own account.
export async function make(label: string, password: string): Promise<PasskeyInfo> {
  const { ceremony, options } = await rest.newPasskey(label, password);
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
    options.publicKey as PublicKeyCredentialCreationOptionsJSON,
  );
  const made = await ask(() => navigator.credentials.create({ publicKey }));
  return rest.makePasskey(proof(ceremony, made));
}

/// Signs in with one.
export async function signIn(): Promise<Me> {
  const { ceremony, options } = await rest.askPasskey();
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options.publicKey as PublicKeyCredentialRequestOptionsJSON,
  );
  const shown = await ask(() => navigator.credentials.get({ publicKey }));
  return rest.passkeyLogin(proof(ceremony, shown));
}
