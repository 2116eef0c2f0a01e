# conftest test plan.json --policy policy/
package main

import rego.v1

# At most this many things may go in one change.
most_removals := 5

deny contains message if {
	some change in input.access_changes
	change.kind == "opened"
	message := sprintf("%s would see everything by %s in %s", [change.member, change.attribute, change.workspace])
}

deny contains message if {
	input.summary.delete > most_removals
	message := sprintf("%d removals in one change, at most %d are allowed", [input.summary.delete, most_removals])
}

deny contains message if {
	some change in input.resource_changes
	change.type == "invite"
	change.change.after.role in {"admin", "organization_admin"}
	message := sprintf("%s: administrators are invited by hand", [change.address])
}

# Outside of the company's own domain nobody gains anything by a pull request.
deny contains message if {
	some change in input.access_changes
	not endswith(change.member, "@northwind.example")
	message := sprintf("%s is not of this company, and %s changes", [change.member, change.attribute])
}

# Nobody gains anything yet by an invite: what counts is what they will have once they accept it.
deny contains message if {
	some arrival in input.arrivals
	not arrival.known
	not endswith(arrival.member, "@northwind.example")
	message := sprintf("%s is not of this company, and arrives in %s (%s)", [arrival.member, arrival.workspace, concat(", ", arrival.groups)])
}

deny contains "the plan is not whole: it was made with --workspace, or it has errors" if {
	not input.complete
}

warn contains message if {
	some change in input.resource_changes
	change.origin == "drift"
	message := sprintf("%s: somebody changed this by hand, and applying would undo it", [change.address])
}
