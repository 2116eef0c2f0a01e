import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { CLIENT_ID_PLACEHOLDER, deriveNames } from "../terms/names.js";

/** The file that the script sends; it must be in the same folder. */
export const GRAPH_BODY_FILE = "application.graph.json";

/**
 * A script for the Azure CLI in the order that works: application, its API and permissions, service
 * principal, admin consent. It can be run again. New objects are not immediately known everywhere, so the
 * steps that need them are tried for a minute. It prints the command for the secret and does not run it: the
 * value is shown once, to the person who hands it over.
 */
export function renderAzScript(block: WarehouseSignIn): string {
  const { tenantId, clientId } = deriveNames(block);
  const { name } = block.application;
  const until =
    block.client_secret === undefined ? "" : ` --end-date ${quote(block.client_secret.expires_on)}`;
  return `#!/bin/sh
# Creates or updates the application registration. Needs az, signed in to the tenant below.
set -eu
cd "$(dirname "$0")"

tenant=$(az account show --query tenantId --output tsv)
if [ "$tenant" != ${quote(tenantId)} ]; then
  echo "az is signed in to tenant $tenant; run: az login --tenant "${quote(tenantId)} >&2
  exit 1
fi

${
  clientId === undefined
    ? `client_id=$(az ad app create --display-name ${quote(name)} --sign-in-audience AzureADMyOrg --query appId --output tsv)`
    : `client_id=${quote(clientId)}`
}

# What was just created takes a while to be known everywhere: up to six tries, a minute in all.
patiently() {
  tries=1
  until "$@"; do
    [ "$tries" -lt 6 ] || return 1
    tries=$((tries + 1))
    echo "Trying again in 12 seconds: $*" >&2
    sleep 12
  done
}

find_application() { object_id=$(az ad app show --id "$client_id" --query id --output tsv); }
patiently find_application

# az has no options for scopes and single-page redirect URIs.
body=$(mktemp)
trap 'rm -f "$body"' EXIT
sed "s/${CLIENT_ID_PLACEHOLDER}/$client_id/g" ${GRAPH_BODY_FILE} > "$body"
graph=$(az cloud show --query endpoints.microsoftGraphResourceId --output tsv)
patiently az rest --method PATCH --uri "\${graph%/}/v1.0/applications/$object_id" --headers Content-Type=application/json --body "@$body"

find_or_create_principal() {
  az ad sp show --id "$client_id" --output none 2>/dev/null || az ad sp create --id "$client_id" --output none
}
patiently find_or_create_principal

# Without this, tokens for the application itself come without roles.
patiently az ad app permission admin-consent --id "$client_id"

echo "Client id: $client_id (write it to application.client_id)"
echo "Whether everything was consented to shows in: orgform sign-in verify --flow app"
echo "The secret, shown once, when you are ready to hand it over:"
echo "  az ad app credential reset --id $client_id --append --display-name orgform"${quote(until)}" --query password --output tsv"
`;
}

/** A text as one word of the shell. */
const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
